/** The legacy request queue: one queue_lock, an elevator, completion in softirq. */
@NullMarked
package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.NullMarked;
