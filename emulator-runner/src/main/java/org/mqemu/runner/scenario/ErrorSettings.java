package org.mqemu.runner.scenario;

import java.util.List;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.block.Request;
import org.mqemu.scsi.error.EhDeadline;

/**
 * How the SCSI mid-layer handles errors.
 *
 * @param timeoutNs how long a device may take for a command (sysfs device/timeout), in nanoseconds
 * @param ehTimeoutNs how long it may take for a command of error handling (eh_timeout), in nanoseconds
 * @param deadlineNs how long error handling may take before it resets the host (eh_deadline), in nanoseconds, or
 *     {@link EhDeadline#OFF}
 * @param taskTimeoutNs how long a driver waits for a task management function of its HBA, in nanoseconds
 * @param settles whether it waits after a bus or host reset
 * @param loggingLevel scsi_logging_level
 * @param failfast the failfast flags of all requests
 */
public record ErrorSettings(
        long timeoutNs,
        long ehTimeoutNs,
        long deadlineNs,
        long taskTimeoutNs,
        boolean settles,
        int loggingLevel,
        int failfast) {
    private static final long MAX_MS = 86_400_000;
    private static final long NS_PER_MS = 1_000_000;

    static ErrorSettings read(Settings errors) {
        long deadlineMs = errors.longAt("eh-deadline-ms", -1, MAX_MS);
        return new ErrorSettings(
                errors.longAt("timeout-ms", 1, MAX_MS) * NS_PER_MS,
                errors.longAt("eh-timeout-ms", 1, MAX_MS) * NS_PER_MS,
                deadlineMs < 0 ? EhDeadline.OFF : deadlineMs * NS_PER_MS,
                errors.longAt("task-timeout-ms", 1, MAX_MS) * NS_PER_MS,
                !errors.flag("skip-settle-delay"),
                errors.intAt("logging-level", 0, 0x3fff_ffff),
                failfast(errors, errors.texts("failfast")));
    }

    private static int failfast(Settings errors, List<String> kinds) {
        int flags = 0;
        for (String kind : kinds) {
            flags |= switch (kind) {
                case "dev" -> Request.FAILFAST_DEV;
                case "transport" -> Request.FAILFAST_TRANSPORT;
                case "driver" -> Request.FAILFAST_DRIVER;
                default ->
                    throw errors.problem(
                            "failfast", "there is no kind \"" + kind + "\"", "write dev, transport or driver");
            };
        }
        return flags;
    }
}
