package org.mqemu.scsi.lld;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiDone;

/**
 * The scsi_debug driver in its fake_rw mode: a command moves no data. With delay 0 it is done inside queuecommand, so that
 * what is left is the host's own cost; with a delay a timer of the CPU that queued it completes it (ndelay).
 */
public final class ScsiDebug implements LowLevelDriver {
    private final PriceList prices;
    private final long delayNs;
    private final Map<Context, ScsiDone> timerDone = new ConcurrentHashMap<>();
    private @Nullable MidLayer midLayer;

    /**
     * Creates the driver.
     *
     * @param prices the kernel's price list
     */
    public ScsiDebug(PriceList prices) {
        this(prices, 0);
    }

    /**
     * Creates the driver.
     *
     * @param prices the kernel's price list; with a delay it must have {@code hrtimer_interrupt}
     * @param delayNs how long a command takes (module parameter ndelay), in nanoseconds; 0 for none
     */
    public ScsiDebug(PriceList prices, long delayNs) {
        this.prices = prices;
        this.delayNs = delayNs;
    }

    /** Connects the mid-layer that it answers to; called once. */
    public void connect(MidLayer newMidLayer) {
        midLayer = newMidLayer;
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return delayNs == 0 ? new Queue(this, prices) : new DelayedQueue(this, prices);
    }

    private ScsiDone newScsiDone(Context cx) {
        MidLayer connected = midLayer;
        if (connected == null) {
            throw new IllegalStateException("scsi_debug has no mid-layer yet");
        }
        return connected.newScsiDone(cx);
    }

    private static final class Queue implements QueueCommand {
        private final ScsiDebug driver;
        private final Price queuePrice;
        private @Nullable ScsiDone scsiDone;
        private @Nullable Request request;
        private final Step queue = this::queue;
        private final Step done = this::done;

        Queue(ScsiDebug driver, PriceList prices) {
            this.driver = driver;
            this.queuePrice = prices.of("scsi_debug_queuecommand");
        }

        @Override
        public Step begin(ScsiDevice device, Request toQueue) {
            request = toQueue;
            return queue;
        }

        private Step queue(Context cx) {
            cx.charge(queuePrice);
            return done;
        }

        private Step done(Context cx) {
            Request completed = request;
            if (completed == null) {
                throw new IllegalStateException("no command is being queued");
            }
            request = null;
            ScsiDone function = scsiDone;
            if (function == null) {
                function = driver.newScsiDone(cx);
                scsiDone = function;
            }
            completed.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
            return function.begin(completed);
        }
    }

    /** schedule_resp with ndelay: the answer comes by a timer, in the hard interrupt context of the same CPU. */
    private static final class DelayedQueue implements QueueCommand {
        private final ScsiDebug driver;
        private final Price queuePrice;
        private final Price timerPrice;
        private @Nullable Request request;
        private final Step queue = this::queue;
        private final Step arm = this::arm;

        DelayedQueue(ScsiDebug driver, PriceList prices) {
            this.driver = driver;
            this.queuePrice = prices.of("scsi_debug_queuecommand");
            this.timerPrice = prices.of("hrtimer_interrupt");
        }

        @Override
        public Step begin(ScsiDevice device, Request toQueue) {
            request = toQueue;
            return queue;
        }

        private Step queue(Context cx) {
            cx.charge(queuePrice);
            return arm;
        }

        private @Nullable Step arm(Context cx) {
            Request queued = request;
            if (queued == null) {
                throw new IllegalStateException("no command is being queued");
            }
            request = null;
            cx.armTimer(timerPrice, expired -> driver.expired(expired, queued), cx.nowNs() + driver.delayNs);
            return cx.ret();
        }
    }

    private Step expired(Context cx, Request request) {
        request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
        return timerDone.computeIfAbsent(cx, this::newScsiDone).begin(request);
    }
}
