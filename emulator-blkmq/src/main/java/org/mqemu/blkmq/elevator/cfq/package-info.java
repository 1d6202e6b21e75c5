/** The CFQ elevator of the legacy stack, as Linux 3.15 to 4.5 has it, without cgroups. */
@NullMarked
package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.NullMarked;
