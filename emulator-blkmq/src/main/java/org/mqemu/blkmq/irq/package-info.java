/** Which CPU takes which interrupt: affinity of vectors, reply queues of CPUs. */
@NullMarked
package org.mqemu.blkmq.irq;

import org.jspecify.annotations.NullMarked;
