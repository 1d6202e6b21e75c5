package org.mqemu.scsi.lld;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.midlayer.EhHandler;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.QueueResult;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiDone;

/**
 * The scsi_debug driver in its fake_rw mode: a command moves no data. With delay 0 it is done inside queuecommand, so that
 * what is left is the host's own cost; with a delay a timer of the CPU that queued it completes it (ndelay).
 *
 * <p>Its error handlers succeed at once. A command that one has taken back is not completed any more, whenever its timer
 * expires; a device that was reset answers its next command with UNIT ATTENTION.
 */
public final class ScsiDebug implements LowLevelDriver {
    private final PriceList prices;
    private final long delayNs;
    private final ScsiDebugFaults faults;
    private final boolean faultless;
    private final Map<Context, ScsiDone> timerDone = new ConcurrentHashMap<>();
    /** Devices that were reset and have not said so. */
    private final Set<ScsiDevice> reset = ConcurrentHashMap.newKeySet();
    /** Devices that had a command. */
    private final Set<ScsiDevice> known = ConcurrentHashMap.newKeySet();

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
        this(prices, delayNs, ScsiDebugFaults.NONE);
    }

    /**
     * Creates the driver.
     *
     * @param prices the kernel's price list; with a delay it must have {@code hrtimer_interrupt}
     * @param delayNs how long a command takes (module parameter ndelay), in nanoseconds; 0 for none
     * @param faults what goes wrong
     */
    public ScsiDebug(PriceList prices, long delayNs, ScsiDebugFaults faults) {
        this.prices = prices;
        this.delayNs = delayNs;
        this.faults = faults;
        this.faultless = faults.none();
    }

    /** Connects the mid-layer that it answers to; called once. */
    public void connect(MidLayer newMidLayer) {
        midLayer = newMidLayer;
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return new Queue();
    }

    private ScsiDone newScsiDone(Context cx) {
        MidLayer connected = midLayer;
        if (connected == null) {
            throw new IllegalStateException("scsi_debug has no mid-layer yet");
        }
        return connected.newScsiDone(cx);
    }

    private ScsiDebugFaults.Fault fault(ScsiDevice device, Request request) {
        if (!reset.isEmpty() && reset.remove(device)) {
            return new ScsiDebugFaults.Fault(ScsiDebugFaults.Kind.ANSWER, CommandStatus.UNIT_ATTENTION);
        }
        return faultless ? ScsiDebugFaults.Fault.GOOD : faults.next(request.op(), request.sector(), request.sectors());
    }

    /** scsi_debug_queuecommand and schedule_resp. */
    private final class Queue implements QueueCommand {
        private final Price queuePrice = prices.of("scsi_debug_queuecommand");
        private final @Nullable Price timerPrice = delayNs == 0 ? null : prices.of("hrtimer_interrupt");
        private @Nullable ScsiDone scsiDone;
        private @Nullable Request request;
        private ScsiDebugFaults.Fault fault = ScsiDebugFaults.Fault.GOOD;
        private final Step queue = this::queue;
        private final Step respond = this::respond;

        @Override
        public Step begin(ScsiDevice device, Request toQueue) {
            request = toQueue;
            if (!faultless) {
                known.add(device);
            }
            fault = fault(device, toQueue);
            return queue;
        }

        @Override
        public QueueResult result() {
            return fault.kind() == ScsiDebugFaults.Kind.REFUSE ? QueueResult.HOST_BUSY : QueueResult.OK;
        }

        private Step queue(Context cx) {
            cx.charge(queuePrice);
            return respond;
        }

        private @Nullable Step respond(Context cx) {
            Request queued = request;
            if (queued == null) {
                throw new IllegalStateException("no command is being queued");
            }
            request = null;
            if (fault.kind() != ScsiDebugFaults.Kind.ANSWER) {
                return cx.ret();
            }
            CommandStatus status = fault.status();
            Price price = timerPrice;
            if (price != null) {
                // the answer comes in the hard interrupt context of the same CPU
                long issuedNs = queued.issuedNs();
                cx.armTimer(price, expired -> expired(expired, queued, issuedNs, status), cx.nowNs() + delayNs);
                return cx.ret();
            }
            ScsiDone function = scsiDone;
            if (function == null) {
                function = newScsiDone(cx);
                scsiDone = function;
            }
            queued.completed(status, cx.cpuNumber(), cx.nowNs());
            return function.begin(queued);
        }
    }

    /** The timer of a command that was taken back finds its request elsewhere, or issued at another time. */
    private @Nullable Step expired(Context cx, Request request, long issuedNs, CommandStatus status) {
        boolean waits = request.state() == RequestState.STARTED || request.state() == RequestState.RECOVERING;
        if (!waits || request.issuedNs() != issuedNs) {
            return cx.ret();
        }
        request.completed(status, cx.cpuNumber(), cx.nowNs());
        return timerDone.computeIfAbsent(cx, this::newScsiDone).begin(request);
    }

    // ---- error handlers ----

    @Override
    public EhHandler newEhHandler(TaskKind kind, Context thread) {
        return new Handler(kind);
    }

    /** scsi_debug_abort, scsi_debug_device_reset and so on. */
    private final class Handler implements EhHandler {
        private final TaskKind kind;

        Handler(TaskKind kind) {
            this.kind = kind;
        }

        @Override
        public Step begin(ScsiDevice device, @Nullable Request command) {
            for (ScsiDevice other : known) {
                boolean reached =
                        switch (kind) {
                            case ABORT_TASK -> false;
                            case LUN_RESET -> other == device;
                            case TARGET_RESET -> other.target() == device.target();
                            case BUS_RESET, HOST_RESET -> true;
                        };
                if (reached) {
                    reset.add(other);
                }
            }
            return Context::ret;
        }

        @Override
        public boolean succeeded() {
            return true;
        }
    }
}
