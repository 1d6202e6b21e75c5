/** The BFQ scheduler of blk-mq, as Linux 6.1 has it, without cgroups. */
@NullMarked
package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.NullMarked;
