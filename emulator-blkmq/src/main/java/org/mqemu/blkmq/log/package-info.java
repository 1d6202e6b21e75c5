/** The kernel's log: what drivers and the block layer print, with emulated time. */
@NullMarked
package org.mqemu.blkmq.log;

import org.jspecify.annotations.NullMarked;
