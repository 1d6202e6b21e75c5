/** Which CPUs share what, and what a cache line costs between them. */
@NullMarked
package org.mqemu.blkmq.topology;

import org.jspecify.annotations.NullMarked;
