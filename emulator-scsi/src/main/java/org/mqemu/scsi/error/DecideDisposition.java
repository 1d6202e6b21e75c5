package org.mqemu.scsi.error;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Request;

/** {@code scsi_decide_disposition} and {@code scsi_check_sense}. */
public final class DecideDisposition {
    private DecideDisposition() {}

    /** What is known of a command beside its status. */
    public interface Command {
        /** Returns what it does. */
        Op op();

        /** Returns the failfast flags of its request, a sum of {@code Request.FAILFAST_*}. */
        int failfast();

        /** Returns whether its device is online. */
        boolean online();

        /**
         * Takes note of a unit attention, and returns whether it was expected, because somebody reset the device
         * (expecting_cc_ua); then the next one is not expected.
         */
        boolean expectedUnitAttention();

        /** Counts a retry and returns whether it is allowed (scsi_cmd_retry_allowed). */
        boolean retryAllowed();
    }

    /**
     * Decides.
     *
     * @param status how the driver completed the command
     * @param command the command
     * @return what becomes of it
     */
    public static Disposition of(CommandStatus status, Command command) {
        if (!command.online()) {
            return Disposition.SUCCESS;
        }
        return switch (status) {
            case GOOD, RESET, NO_CONNECT -> Disposition.SUCCESS;
            case BUSY, TASK_SET_FULL -> Disposition.ADD_TO_MLQUEUE;
            case TRANSPORT_ERROR -> maybeRetry(status, command);
            case TIMED_OUT -> command.op() == Op.TEST_UNIT_READY ? Disposition.SUCCESS : Disposition.FAILED;
            case UNIT_ATTENTION, NOT_READY, ABORTED_COMMAND, MEDIUM_ERROR, HARDWARE_ERROR, ILLEGAL_REQUEST ->
                checkSense(status, command) == Disposition.NEEDS_RETRY
                        ? maybeRetry(status, command)
                        : Disposition.SUCCESS;
        };
    }

    private static Disposition maybeRetry(CommandStatus status, Command command) {
        return command.retryAllowed() && !isNoRetry(status, command.failfast())
                ? Disposition.NEEDS_RETRY
                : Disposition.SUCCESS;
    }

    private static Disposition checkSense(CommandStatus status, Command command) {
        boolean retry =
                switch (status) {
                    case ABORTED_COMMAND -> true;
                    case UNIT_ATTENTION -> command.expectedUnitAttention();
                    case NOT_READY -> {
                        command.expectedUnitAttention();
                        yield true;
                    }
                    case MEDIUM_ERROR ->
                        command.op() != Op.READ; // an unrecovered read error is not tried again, a write error is
                    default -> false;
                };
        return retry ? Disposition.NEEDS_RETRY : Disposition.SUCCESS;
    }

    /**
     * Returns whether a command that could be retried is failed instead (scsi_noretry_cmd).
     *
     * @param status how it was completed
     * @param failfast the failfast flags of its request
     */
    public static boolean isNoRetry(CommandStatus status, int failfast) {
        boolean ofDevice = status == CommandStatus.TIMED_OUT || status.hasSense();
        return ofDevice && (failfast & Request.FAILFAST_DEV) != 0;
    }

    /**
     * Decides what a TEST UNIT READY of error handling says of the device (scsi_eh_completed_normally, as scsi_eh_tur takes
     * it).
     *
     * @param status how it was completed
     * @param command the command that error handling is for
     */
    public static Disposition ofTest(CommandStatus status, Command command) {
        return switch (status) {
            case GOOD -> Disposition.SUCCESS;
            case BUSY, TASK_SET_FULL -> Disposition.NEEDS_RETRY;
            case RESET, TRANSPORT_ERROR, NO_CONNECT, TIMED_OUT -> Disposition.FAILED;
            case UNIT_ATTENTION, NOT_READY, ABORTED_COMMAND, MEDIUM_ERROR, HARDWARE_ERROR, ILLEGAL_REQUEST ->
                checkSense(status, command);
        };
    }
}
