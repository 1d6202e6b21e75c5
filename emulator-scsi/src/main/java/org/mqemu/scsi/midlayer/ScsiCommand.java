package org.mqemu.scsi.midlayer;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.driver.TimedQueue;
import org.mqemu.scsi.error.DecideDisposition;
import org.mqemu.scsi.error.EhCommand;

/**
 * A command's own memory (scsi_cmnd), kept with its request from its first use on.
 *
 * <p>Touched by whoever has the command: dispatch, completion or error handling.
 */
final class ScsiCommand implements EhCommand, DecideDisposition.Command {
    private static final int MAX_RETRIES = 5; // SD_MAX_RETRIES

    private final Request request;
    private final ScsiDevice device;
    private final ScsiErrors errors;
    private long preparedNs;
    private int retries;
    private boolean abortScheduled;
    private boolean timedOut;
    private boolean endsAsTimedOut;

    private ScsiCommand(Request request, ScsiDevice device, ScsiErrors errors) {
        this.request = request;
        this.device = device;
        this.errors = errors;
    }

    /** Prepares a command for a request that is dispatched for the first time (scsi_init_command). */
    static void prepare(Request request, ScsiDevice device, ScsiErrors errors, long nowNs) {
        ScsiCommand command;
        if (request.driverData() instanceof ScsiCommand own) {
            command = own;
        } else {
            command = new ScsiCommand(request, device, errors);
            request.driverData(command);
        }
        command.preparedNs = nowNs;
        command.retries = 0;
        command.abortScheduled = false;
        command.timedOut = false;
        command.endsAsTimedOut = false;
        request.prepared();
    }

    static ScsiCommand of(Request request) {
        if (request.driverData() instanceof ScsiCommand command) {
            return command;
        }
        throw new IllegalStateException("a request of " + request.queue().disk().name() + " has no command");
    }

    Request request() {
        return request;
    }

    ScsiDevice scsiDevice() {
        return device;
    }

    /** Returns how old it is, in nanoseconds. */
    long ageNs(long nowNs) {
        return nowNs - preparedNs;
    }

    /** Returns how long it may be retried altogether, in nanoseconds (scsi_cmd_runtime_exceeced). */
    long mostNs() {
        return (MAX_RETRIES + 1) * ((TimedQueue) request.queue()).timeoutNs();
    }

    @Override
    public Op op() {
        return request.op();
    }

    @Override
    public int failfast() {
        return device.disk().failfast();
    }

    @Override
    public boolean online() {
        return device.health().online();
    }

    @Override
    public boolean expectedUnitAttention() {
        return device.health().takeUnitAttention();
    }

    @Override
    public boolean retryAllowed() {
        return ++retries <= MAX_RETRIES;
    }

    /** Returns whether error handling may try it again (scsi_noretry_cmd and scsi_cmd_retry_allowed). */
    boolean mayBeTriedAgain() {
        return !DecideDisposition.isNoRetry(CommandStatus.TIMED_OUT, failfast()) && retryAllowed();
    }

    // ---- error handling (eh_eflags) ----

    boolean abortScheduled() {
        return abortScheduled;
    }

    void abortScheduled(boolean isScheduled) {
        abortScheduled = isScheduled;
    }

    @Override
    public boolean timedOut() {
        return timedOut;
    }

    void timedOut(boolean hasTimedOut) {
        timedOut = hasTimedOut;
    }

    /** Says whether its result is a timeout already (DID_TIME_OUT), before error handling has tried anything. */
    void endsAsTimedOut(boolean isResult) {
        endsAsTimedOut = isResult;
    }

    @Override
    public int device() {
        return device.disk().index();
    }

    @Override
    public int target() {
        return device.address().target();
    }

    @Override
    public int channel() {
        return device.address().channel();
    }

    @Override
    public void recovered(long nowNs) {
        if (online() && op().movesData() && endsAsTimedOut && device.health().mediumTimedOut()) {
            errors.log().mediumTimeouts(this, nowNs);
            device.health().goesOffline();
        }
    }

    @Override
    public void goesOffline(long nowNs) {
        errors.log().offlined(this, nowNs);
        device.health().goesOffline();
    }
}
