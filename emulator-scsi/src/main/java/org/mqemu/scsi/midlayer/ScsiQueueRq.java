package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.Hctx;
import org.mqemu.blkmq.mq.MqQueue;

/**
 * {@code scsi_queue_rq}, for one context: the target's place if it has a limit, the host's, the command, the low-level
 * driver; what is refused gives back the places it had. Who finds no place at the target or the host starves, until a
 * command of another device ends.
 *
 * <p>Up to 4.14 the device's place comes first, and without a place the hardware queues are stopped, and a completion
 * starts them again. Source: drivers/scsi/scsi_lib.c of 3.17, 4.16 and 6.1.
 */
final class ScsiQueueRq implements QueueRq {
    private static final long QUEUE_DELAY_NS = 3_000_000; // SCSI_QUEUE_DELAY

    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final ScsiMqRules rules;
    private final ScsiErrors errors;
    private final QueueCommand queueCommand;
    private final Price queueRqPrice;
    private QueueStatus status = QueueStatus.OK;
    private Note note = Note.SERVED;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private final Step askDevice = this::askDevice;
    private final Step askTarget = this::askTarget;
    private final Step askHost = this::askHost;
    private final Step lockHost = this::lockHost;
    private final Step writeDown = this::writeDown;
    private final Step unlockHost = this::unlockHost;
    private final Step queue = this::queue;
    private final Step dispatched = this::dispatched;
    private final Step ungetHost = this::ungetHost;
    private final Step ungetTarget = this::ungetTarget;
    private final Step ungetDevice = this::ungetDevice;

    /** What is to be changed in the starved list. */
    private enum Note {
        /** The device has got all places. */
        SERVED,
        /** The host has no place. */
        HOST_FULL,
        /** The target has none. */
        TARGET_FULL
    }

    ScsiQueueRq(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, QueueCommand queueCommand, PriceList prices) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.rules = rules;
        this.errors = midLayer.errors();
        this.queueCommand = queueCommand;
        this.queueRqPrice = prices.of("scsi_queue_rq");
    }

    @Override
    public Step begin(Request toQueue) {
        ScsiDevice to = midLayer.deviceOf(toQueue);
        request = toQueue;
        device = to;
        return rules.takesBudgetFirst() ? afterDevice(to) : askDevice;
    }

    @Override
    public QueueStatus admits(Request toQueue, long nowNs) {
        ScsiDevice to = midLayer.deviceOf(toQueue);
        if (!to.health().online()) {
            errors.reject(to, toQueue, rules.offlineStatus(), nowNs);
            return QueueStatus.FAILED;
        }
        return to.host().inRecovery() ? QueueStatus.BUSY : QueueStatus.OK;
    }

    @Override
    public QueueStatus status() {
        return status;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being queued");
        }
        return value;
    }

    private ScsiHost host() {
        return present(device).host();
    }

    private ScsiTarget target() {
        return present(device).target();
    }

    // ---- places ----

    private @Nullable Step askDevice(Context cx) {
        if (!present(device).health().online()) {
            errors.reject(present(device), present(request), rules.offlineStatus(), cx.nowNs());
            return over(cx, QueueStatus.FAILED);
        }
        cx.touch(present(device).busyLine());
        return present(device).takePlace() ? afterDevice(present(device)) : refused(cx);
    }

    private Step afterDevice(ScsiDevice to) {
        return to.target().isCounted() ? askTarget : askHost;
    }

    private @Nullable Step askTarget(Context cx) {
        cx.touch(target().busyLine());
        return switch (target().ask()) {
            case TAKEN -> askHost;
            case FULL -> noting(Note.TARGET_FULL);
            case NOT_YET -> ungetDevice;
        };
    }

    private @Nullable Step askHost(Context cx) {
        Budget.Answer answer;
        if (rules.countsHostBusy()) {
            cx.touch(host().busyLine());
            answer = host().ask();
        } else {
            answer = host().askUncounted();
        }
        if (answer == Budget.Answer.TAKEN && host().inRecovery()) {
            return ungetHost; // looked at after the place was taken, so that nobody is overlooked
        }
        return switch (answer) {
            case TAKEN -> present(device).isStarved() ? noting(Note.SERVED) : queue(cx);
            case FULL -> noting(Note.HOST_FULL);
            case NOT_YET -> ungetTarget;
        };
    }

    // ---- the starved list ----

    private Step noting(Note what) {
        note = what;
        return lockHost;
    }

    private @Nullable Step lockHost(Context cx) {
        return cx.lock(host().hostLock(), writeDown);
    }

    private Step writeDown(Context cx) {
        switch (note) {
            case SERVED -> host().served(present(device));
            case HOST_FULL -> host().starves(present(device));
            case TARGET_FULL -> host().starvesLast(present(device));
        }
        return unlockHost;
    }

    private Step unlockHost(Context cx) {
        cx.unlock(host().hostLock());
        return switch (note) {
            case SERVED -> queue;
            case HOST_FULL -> ungetTarget;
            case TARGET_FULL -> ungetDevice;
        };
    }

    // ---- the command ----

    private @Nullable Step queue(Context cx) {
        if (!present(request).isPrepared()) {
            ScsiCommand.prepare(present(request), present(device), errors, cx.nowNs());
        }
        cx.charge(queueRqPrice);
        return cx.fuse(cx.call(queueCommand.begin(present(device), present(request)), dispatched));
    }

    private @Nullable Step dispatched(Context cx) {
        QueueResult result = queueCommand.result();
        if (result == QueueResult.OK) {
            return over(cx, QueueStatus.OK);
        }
        Blocking.refused(present(device), result);
        return ungetHost;
    }

    // ---- refusals ----

    private Step ungetHost(Context cx) {
        if (rules.countsHostBusy()) {
            cx.touch(host().busyLine());
            host().givePlace();
        } else {
            host().giveUncounted();
        }
        host().unbusy(cx);
        return ungetTarget;
    }

    private @Nullable Step ungetTarget(Context cx) {
        if (!target().isCounted()) {
            return ungetDevice(cx);
        }
        cx.touch(target().busyLine());
        target().givePlace();
        return ungetDevice;
    }

    private @Nullable Step ungetDevice(Context cx) {
        if (rules.takesBudgetFirst()) {
            present(device).givePlace(cx, DispatchBudget.takeFrom(present(request)));
        } else {
            cx.touch(present(device).busyLine());
            present(device).givePlace();
        }
        return refused(cx);
    }

    private @Nullable Step refused(Context cx) {
        if (rules.takesBudgetFirst()) {
            boolean ownWillEnd = present(device).busy() > 0;
            return over(cx, rules.runsEveryTime() && ownWillEnd ? QueueStatus.DEVICE_BUSY : QueueStatus.BUSY);
        }
        MqQueue own = (MqQueue) present(request).queue();
        own.hardwareQueues().forEach(Hctx::stop); // first, or the last command's end finds nothing stopped
        if (present(device).busy() == 0) {
            blkMq.delayQueue(own, cx, QUEUE_DELAY_NS); // nobody's completion will start it again
        }
        return over(cx, QueueStatus.BUSY);
    }

    private @Nullable Step over(Context cx, QueueStatus answer) {
        status = answer;
        request = null;
        device = null;
        return cx.ret();
    }
}
