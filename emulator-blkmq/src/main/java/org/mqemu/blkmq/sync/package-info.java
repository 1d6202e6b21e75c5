/** What CPUs share: cache lines and spinlocks. */
@NullMarked
package org.mqemu.blkmq.sync;

import org.jspecify.annotations.NullMarked;
