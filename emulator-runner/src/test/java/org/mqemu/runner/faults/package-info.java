/** Whole small machines under random faults. */
@NullMarked
package org.mqemu.runner.faults;

import org.jspecify.annotations.NullMarked;
