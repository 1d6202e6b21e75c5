package org.mqemu.scsi.lld;

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
 * The scsi_debug driver in its fake_rw mode with delay 0: a command moves no data and is done inside queuecommand. What
 * is left is the host's own cost.
 */
public final class ScsiDebug implements LowLevelDriver {
    private final PriceList prices;
    private @Nullable MidLayer midLayer;

    /**
     * Creates the driver.
     *
     * @param prices the kernel's price list
     */
    public ScsiDebug(PriceList prices) {
        this.prices = prices;
    }

    /** Connects the mid-layer that it answers to; called once. */
    public void connect(MidLayer newMidLayer) {
        midLayer = newMidLayer;
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return new Queue(this, prices);
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
}
