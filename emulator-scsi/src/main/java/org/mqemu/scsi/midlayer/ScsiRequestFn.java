package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.legacy.LegacyCompleteRequest;
import org.mqemu.blkmq.legacy.RequestFn;
import org.mqemu.blkmq.legacy.RequestQueue;

/**
 * {@code scsi_request_fn} of 3.15, for one context: peeks and prepares under the queue_lock, drops it, takes its places
 * at the target and on the host under the host_lock, hands the command to the low-level driver with no lock, and takes the
 * queue_lock again for the next one.
 *
 * <p>A command that the driver refuses gives its places back and returns to the queue's head, and kblockd runs the queue
 * (scsi_queue_insert). That takes the queue_lock once here and three times in the kernel.
 */
final class ScsiRequestFn implements RequestFn {
    private static final long QUEUE_DELAY_NS = 3_000_000; // SCSI_QUEUE_DELAY

    private final ScsiLegacy midLayer;
    private final QueueCommand queueCommand;
    private final LegacyCompleteRequest completeRequest;
    private final ScsiErrors errors;
    private final Price preparePrice;
    private final Price startPrice;
    private final Price hostReadyPrice;
    private final Price unbusyPrice;
    private @Nullable RequestQueue queue;
    private @Nullable ScsiDevice device;
    private @Nullable Request request;
    private Budget.Answer answer = Budget.Answer.FULL;

    private final Step peek = this::peek;
    private final Step lockToKill = this::lockToKill;
    private final Step takePlaces = this::takePlaces;
    private final Step completeKilled = this::completeKilled;
    private final Step goOn = this::goOn;
    private final Step toHostLock = this::toHostLock;
    private final Step askHost = this::askHost;
    private final Step unlockHost = this::unlockHost;
    private final Step relock = this::relock;
    private final Step hostUnbusy = this::hostUnbusy;
    private final Step unlockRefused = this::unlockRefused;
    private final Step queueInsert = this::queueInsert;
    private final Step putBack = this::putBack;

    ScsiRequestFn(
            ScsiLegacy midLayer, QueueCommand queueCommand, LegacyCompleteRequest completeRequest, PriceList prices) {
        this.completeRequest = completeRequest;
        this.errors = midLayer.errors();
        this.midLayer = midLayer;
        this.queueCommand = queueCommand;
        this.preparePrice = prices.of("scsi_prep_fn");
        this.startPrice = prices.of("blk_start_request");
        this.hostReadyPrice = prices.of("scsi_host_queue_ready");
        this.unbusyPrice = prices.of("scsi_device_unbusy");
    }

    @Override
    public Step begin(RequestQueue toRun) {
        queue = toRun;
        device = midLayer.deviceOf(toRun.disk());
        return peek;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no queue is being run");
        }
        return value;
    }

    private @Nullable Step peek(Context cx) {
        Request next = present(queue).peek(cx.cpuNumber(), cx.nowNs());
        if (next == null) {
            return over(cx);
        }
        if (!next.isPrepared()) {
            // REQ_DONTPREP: a request that comes back is not prepared again
            ScsiCommand.prepare(next, present(device), errors, cx.nowNs());
            cx.charge(preparePrice);
        }
        if (!present(device).health().online()) {
            return kill(next, cx);
        }
        Budget.Answer ready = present(device).ask();
        if (ready != Budget.Answer.TAKEN) {
            if (ready == Budget.Answer.NOT_YET) {
                present(queue).delay(cx, QUEUE_DELAY_NS);
            }
            return over(cx);
        }
        present(queue).start(next, cx);
        cx.charge(startPrice);
        request = next;
        return toHostLock;
    }

    // ---- scsi_kill_request ----

    /** A request of an offline device passes the driver by, as if it had been there. */
    private Step kill(Request killed, Context cx) {
        errors.log().rejecting(present(device), cx.nowNs());
        present(device).takeAnyPlace();
        present(queue).start(killed, cx);
        cx.charge(startPrice);
        request = killed;
        return lockToKill;
    }

    private @Nullable Step lockToKill(Context cx) {
        cx.unlock(present(queue).lock());
        return cx.lock(present(device).host().hostLock(), takePlaces);
    }

    private Step takePlaces(Context cx) {
        present(device).host().takeAnyPlace();
        present(device).target().takeAnyPlace();
        return completeKilled;
    }

    private @Nullable Step completeKilled(Context cx) {
        cx.unlock(present(device).host().hostLock());
        Request killed = present(request);
        request = null;
        killed.rejected(BlockStatus.IOERR);
        return cx.call(completeRequest.begin(killed), goOn);
    }

    private @Nullable Step goOn(Context cx) {
        return cx.lock(present(queue).lock(), peek);
    }

    // ---- scsi_request_fn ----

    private @Nullable Step toHostLock(Context cx) {
        cx.unlock(present(queue).lock());
        return cx.lock(present(device).host().hostLock(), askHost);
    }

    private Step askHost(Context cx) {
        ScsiHost host = present(device).host();
        answer = present(device).target().ask();
        if (answer == Budget.Answer.FULL) {
            host.starvesLast(present(device));
        } else if (answer == Budget.Answer.TAKEN) {
            answer = host.ask();
            if (answer == Budget.Answer.TAKEN && host.inRecovery()) {
                host.givePlace();
                host.unbusy(cx);
                answer = Budget.Answer.NOT_YET;
            }
            switch (answer) {
                case TAKEN -> host.served(present(device));
                case FULL -> host.starves(present(device));
                case NOT_YET -> {}
            }
            if (answer != Budget.Answer.TAKEN) {
                present(device).target().givePlace();
            }
        }
        cx.charge(hostReadyPrice);
        return unlockHost;
    }

    private @Nullable Step unlockHost(Context cx) {
        cx.unlock(present(device).host().hostLock());
        if (answer != Budget.Answer.TAKEN) {
            return cx.lock(present(queue).lock(), putBack);
        }
        return cx.call(queueCommand.begin(present(device), present(request)), relock);
    }

    private @Nullable Step relock(Context cx) {
        QueueResult result = queueCommand.result();
        if (result == QueueResult.OK) {
            request = null;
            return cx.lock(present(queue).lock(), peek);
        }
        Blocking.refused(present(device), result);
        return cx.lock(present(device).host().hostLock(), hostUnbusy);
    }

    // ---- what could not be handed over ----

    private Step hostUnbusy(Context cx) {
        present(device).host().givePlace();
        present(device).host().unbusy(cx);
        present(device).target().givePlace();
        cx.charge(unbusyPrice);
        return unlockRefused;
    }

    private @Nullable Step unlockRefused(Context cx) {
        cx.unlock(present(device).host().hostLock());
        return cx.lock(present(queue).lock(), queueInsert);
    }

    private @Nullable Step queueInsert(Context cx) {
        present(queue).delay(cx, 0); // requeue_work
        return putBack(cx);
    }

    /**
     * not_ready and out_delay: the request goes back to the queue's head. The starved list brings the queue back, or a
     * command of the device that ends; if there is none, a kworker looks again after a while, because the list may have
     * been served just before the request was back.
     */
    private @Nullable Step putBack(Context cx) {
        present(queue).requeue(present(request), cx.cpuNumber(), cx.nowNs());
        present(device).givePlace();
        if (present(device).busy() == 0) {
            present(queue).delay(cx, QUEUE_DELAY_NS);
        }
        return over(cx);
    }

    private @Nullable Step over(Context cx) {
        request = null;
        queue = null;
        device = null;
        return cx.ret();
    }
}
