/** One run: the machine put together, run under a clock, and reported. */
@NullMarked
package org.mqemu.runner.run;

import org.jspecify.annotations.NullMarked;
