/** blk-mq: software queues, hardware queues, submission, runs and completion. */
@NullMarked
package org.mqemu.blkmq.mq;

import org.jspecify.annotations.NullMarked;
