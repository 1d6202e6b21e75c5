package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.scsi.error.EhDeadline;

/**
 * How a host's errors are handled.
 *
 * @param ehTimeoutNs how long a TEST UNIT READY of error handling may take (sysfs device/eh_timeout), in nanoseconds, at
 *     least 1
 * @param ehDeadlineNs how long error handling may take before it resets the host (sysfs eh_deadline), in nanoseconds, or
 *     {@link EhDeadline#OFF}
 * @param abortsInThread whether the error handling thread aborts commands too (up to 4.12)
 * @param settles whether it waits 10 s after a bus or host reset (not skip_settle_delay)
 * @param loggingLevel scsi_logging_level; its lowest three bits are what is said of error recovery, 0 to 7
 * @param log the machine's log
 */
public record ErrorHandling(
        long ehTimeoutNs, long ehDeadlineNs, boolean abortsInThread, boolean settles, int loggingLevel, KernelLog log) {
    /** The kernel's defaults: 10 s, no deadline, waiting after resets, saying nothing of its steps. */
    public static ErrorHandling standard(boolean abortsInThread, KernelLog log) {
        return new ErrorHandling(10_000_000_000L, EhDeadline.OFF, abortsInThread, true, 0, log);
    }

    /** Checks the ranges. */
    public ErrorHandling {
        if (ehTimeoutNs < 1 || (ehDeadlineNs < 0 && ehDeadlineNs != EhDeadline.OFF)) {
            throw new IllegalArgumentException(
                    "eh_timeout " + ehTimeoutNs + " or eh_deadline " + ehDeadlineNs + " is out of range");
        }
    }
}
