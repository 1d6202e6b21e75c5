/** Tests of fio's loop over a device that takes a fixed time. */
@NullMarked
package org.mqemu.blkmq.fio;

import org.jspecify.annotations.NullMarked;
