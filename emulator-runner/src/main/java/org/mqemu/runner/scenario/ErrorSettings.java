package org.mqemu.runner.scenario;

import java.util.List;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.block.Request;

/**
 * How a SCSI host's errors are handled.
 *
 * @param timeoutNs how long a device may take for a command, in nanoseconds (sysfs queue/io_timeout, device/timeout)
 * @param ehTimeoutNs how long a TEST UNIT READY of error handling may take, in nanoseconds (sysfs device/eh_timeout)
 * @param ehDeadlineNs how long error handling may take before it resets the host, in nanoseconds (sysfs eh_deadline), or -1
 * @param settles whether it waits after a bus or host reset
 * @param loggingLevel scsi_logging_level's part for error recovery, 0 to 7
 * @param failfast the failfast flags of all requests, a sum of those of {@link Request}
 */
public record ErrorSettings(
        long timeoutNs, long ehTimeoutNs, long ehDeadlineNs, boolean settles, int loggingLevel, int failfast) {
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int MAX_MS = 86_400_000;

    static ErrorSettings read(Settings errors) {
        int deadlineS = errors.intAt("eh-deadline-s", -1, 86_400);
        return new ErrorSettings(
                errors.intAt("timeout-ms", 1, MAX_MS) * NS_PER_MS,
                errors.intAt("eh-timeout-ms", 1, MAX_MS) * NS_PER_MS,
                deadlineS < 0 ? -1 : deadlineS * NS_PER_S,
                errors.flag("settle-delay"),
                errors.intAt("scsi-logging-level", 0, 7),
                failfast(errors));
    }

    private static int failfast(Settings errors) {
        List<String> names = errors.texts("failfast");
        int flags = 0;
        for (String name : names) {
            flags |= switch (name) {
                case "dev" -> Request.FAILFAST_DEV;
                case "transport" -> Request.FAILFAST_TRANSPORT;
                case "driver" -> Request.FAILFAST_DRIVER;
                default ->
                    throw errors.problem(
                            "failfast", "\"" + name + "\" is no kind of failure", "one of dev, transport, driver");
            };
        }
        return flags;
    }
}
