package org.mqemu.runner.run;

import org.mqemu.blkmq.block.Disk;
import org.mqemu.runner.scenario.ErrorSettings;
import org.mqemu.runner.scenario.Stack;
import org.mqemu.scsi.midlayer.ErrorHandling;
import org.mqemu.scsi.midlayer.ScsiErrorHandler;
import org.mqemu.scsi.midlayer.ScsiHost;

/** Makes the error handling of SCSI hosts. */
final class ErrorParts {
    private final Kit kit;
    private final ErrorSettings settings;

    ErrorParts(Kit kit) {
        this.kit = kit;
        this.settings = kit.scenario.host().errors();
        for (Disk disk : kit.machine.disks) {
            disk.failfast(settings.failfast());
        }
    }

    /** Returns how long a device may take for a command, in nanoseconds. */
    long timeoutNs() {
        return settings.timeoutNs();
    }

    /** Makes the error handling of a host; its threads are on the first CPU. */
    ScsiErrorHandler handler(ScsiHost host) {
        boolean older = kit.scenario.stack() == Stack.LEGACY || kit.isEarly();
        ScsiErrorHandler handler = new ScsiErrorHandler(
                kit.emulation(),
                host,
                kit.machine.cpus.get(0),
                new ErrorHandling(
                        settings.ehTimeoutNs(),
                        settings.deadlineNs(),
                        older,
                        settings.settles(),
                        settings.loggingLevel(),
                        kit.machine.dmesg),
                kit.kernel.prices());
        kit.machine.recoveries.add(handler);
        kit.machine.probe.audits((audit, holder) ->
                audit.mustBeZero(holder, "commands in error handling of " + host.name(), handler.unsettled()));
        return handler;
    }
}
