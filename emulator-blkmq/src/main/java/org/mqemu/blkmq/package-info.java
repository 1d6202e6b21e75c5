/** Part of mqemu. */
@NullMarked
package org.mqemu.blkmq;

import org.jspecify.annotations.NullMarked;
