/** Part of mqemu. */
@NullMarked
package org.mqemu.api;

import org.jspecify.annotations.NullMarked;
