/** Interrupt vectors. */
@NullMarked
package org.mqemu.devices.irq;

import org.jspecify.annotations.NullMarked;
