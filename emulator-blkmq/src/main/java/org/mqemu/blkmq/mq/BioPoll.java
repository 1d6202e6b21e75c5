package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.Poll;

/**
 * {@code bio_poll}, one round of it, for one thread: asks the driver for ended I/O of the hardware queue that serves the
 * CPU's polled I/O. Whose I/O that is does not matter.
 */
final class BioPoll {
    private final Poll poll;
    private final Price pollPrice;
    private @Nullable MqQueue queue;
    private final Step look = this::look;

    BioPoll(Poll poll, PriceList prices) {
        this.poll = poll;
        this.pollPrice = prices.of("bio_poll");
    }

    /** Returns whether a device has hardware queues for polled I/O (QUEUE_FLAG_POLL). */
    static boolean polls(MqQueue queue) {
        return queue.map().has(QueueMap.Type.POLL);
    }

    /**
     * Prepares a round.
     *
     * @param toPoll a device's queue
     */
    Step begin(MqQueue toPoll) {
        queue = toPoll;
        return look;
    }

    private Step look(Context cx) {
        MqQueue polled = queue;
        if (polled == null) {
            throw new IllegalStateException("nothing is being polled");
        }
        queue = null;
        cx.charge(pollPrice);
        return poll.begin(polled, polled.map().queueOf(QueueMap.Type.POLL, cx.cpuNumber()));
    }
}
