package org.mqemu.scsi.midlayer;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.scsi.error.CompletionAction;
import org.mqemu.scsi.error.DecideDisposition;
import org.mqemu.scsi.error.Disposition;
import org.mqemu.scsi.error.ResultToBlockStatus;

/**
 * Looks at commands that did not end well ({@code scsi_complete} of those, {@code scsi_io_completion}): what becomes of
 * them, what is logged, who is blocked. Knows no stack and takes no time.
 */
final class ScsiErrors {
    private final boolean saysOfflineOnce;
    private ScsiErrorLog log;
    private QueueDepthTracking tracking =
            new QueueDepthTracking(new Jiffies(250), false, QueueDepthTracking.STAYS_TAGGED);
    private boolean recovers;

    /**
     * Creates the function without error handling: a command that needs it fails, and nothing is logged.
     *
     * @param saysOfflineOnce whether only the first request that is rejected is mentioned
     */
    ScsiErrors(boolean saysOfflineOnce) {
        this.saysOfflineOnce = saysOfflineOnce;
        this.log = new ScsiErrorLog(KernelLog.NONE, 0, saysOfflineOnce);
    }

    /** Hands commands of a host that need it to its error handling from now on; before the run. */
    void recoverWith(ScsiErrorHandler newHandler) {
        recovers = true;
        log = new ScsiErrorLog(
                newHandler.parameters().log(), newHandler.parameters().loggingLevel(), saysOfflineOnce);
    }

    /** Has somebody follow what devices can take; before the run. */
    void track(QueueDepthTracking newTracking) {
        tracking = newTracking;
    }

    QueueDepthTracking tracking() {
        return tracking;
    }

    /** Returns whether hosts have error handling. */
    boolean recovers() {
        return recovers;
    }

    ScsiErrorLog log() {
        return log;
    }

    /** A command has ended well. */
    void succeeded(ScsiDevice device, long nowNs) {
        tracking.succeeded(device, nowNs);
        device.health().commandEnded();
    }

    /**
     * Looks at a command that the low-level driver has completed, not well.
     *
     * @param request its request
     * @param cx the context that completes it
     */
    Fate judge(Request request, Context cx) {
        ScsiCommand command = ScsiCommand.of(request);
        ScsiDevice device = command.scsiDevice();
        CommandStatus status = request.status();
        long nowNs = cx.nowNs();
        if (command.online()) {
            if (status == CommandStatus.UNIT_ATTENTION) {
                log.powerOnOrReset(device, nowNs);
            } else if (status == CommandStatus.TASK_SET_FULL) {
                tracking.queueFull(device, nowNs);
            }
        }
        Disposition disposition = DecideDisposition.of(status, command);
        if (disposition != Disposition.SUCCESS && isTooOld(command, nowNs)) {
            disposition = Disposition.SUCCESS;
        }
        switch (disposition) {
            case NEEDS_RETRY, ADD_TO_MLQUEUE -> {
                if (disposition == Disposition.NEEDS_RETRY) {
                    retried(device);
                }
                Blocking.deviceBusy(device);
                return Fate.REQUEUE;
            }
            case FAILED -> {
                ScsiErrorHandler handler = device.host().errorHandler();
                if (handler == null) {
                    return finish(request, cx);
                }
                handler.counters().failed();
                request.recovers();
                command.timedOut(false);
                command.endsAsTimedOut(true);
                handler.add(command, cx);
                return Fate.RECOVER;
            }
            case SUCCESS -> {}
        }
        return finish(request, cx);
    }

    /**
     * Looks at a command that is passed to the upper layer ({@code scsi_finish_command}): it ends, or it is tried again
     * after all.
     *
     * @param request its request
     * @param cx the context that completes it
     */
    Fate finish(Request request, Context cx) {
        ScsiCommand command = ScsiCommand.of(request);
        ScsiDevice device = command.scsiDevice();
        CommandStatus status = request.status();
        long nowNs = cx.nowNs();
        device.health().commandEnded();
        if (request.sectors() > 0) {
            request.nothingDone(cx.cpuNumber(), nowNs);
        }
        CompletionAction action = CompletionAction.of(status);
        if (action != CompletionAction.FAIL && isTooOld(command, nowNs)) {
            action = CompletionAction.FAIL;
        }
        if (action != CompletionAction.FAIL) {
            retried(device);
            Blocking.finished(device);
            Blocking.deviceBusy(device);
            return Fate.REQUEUE;
        }
        boolean quiet = status == CommandStatus.NO_CONNECT && !command.online();
        if (!quiet) {
            log.failed(command, status, nowNs);
        }
        request.endsAs(ResultToBlockStatus.of(status, request.op()), quiet);
        return Fate.END;
    }

    private static void retried(ScsiDevice device) {
        ScsiErrorHandler handler = device.host().errorHandler();
        if (handler != null) {
            handler.counters().retried();
        }
    }

    private boolean isTooOld(ScsiCommand command, long nowNs) {
        if (command.ageNs(nowNs) <= command.mostNs()) {
            return false;
        }
        log.timingOut(command, nowNs);
        return true;
    }

    /**
     * Rejects a request of a device that is offline.
     *
     * @param device the device
     * @param request a request that is to be dispatched
     * @param status how it ends
     * @param nowNs the emulated time
     */
    void reject(ScsiDevice device, Request request, BlockStatus status, long nowNs) {
        log.rejecting(device, nowNs);
        request.rejected(status);
    }
}
