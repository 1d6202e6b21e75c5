/** I/O schedulers of both stacks: what waits, in which order it is dispatched, what is merged. */
@NullMarked
package org.mqemu.blkmq.elevator;

import org.jspecify.annotations.NullMarked;
