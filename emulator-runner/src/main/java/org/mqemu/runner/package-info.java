/** Part of mqemu. */
@NullMarked
package org.mqemu.runner;

import org.jspecify.annotations.NullMarked;
