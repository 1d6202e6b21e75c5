/** What CFQ and BFQ share: the queue of one process, merging within it, its think time, its seeks, who is near it. */
@NullMarked
package org.mqemu.blkmq.elevator.fair;

import org.jspecify.annotations.NullMarked;
