package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/**
 * One of a low-level driver's error handlers (eh_abort_handler, eh_device_reset_handler, eh_target_reset_handler,
 * eh_bus_reset_handler, eh_host_reset_handler of scsi_host_template), for one thread, which may sleep in it.
 */
public interface EhHandler {

    /**
     * Prepares to ask the hardware.
     *
     * @param device the device, or one of the target, the channel or the host
     * @param command the command to abort; null for a reset
     * @return the first step
     */
    Step begin(ScsiDevice device, @Nullable Request command);

    /**
     * Returns whether it succeeded (SUCCESS, else FAILED); valid when the steps have returned. If so, the driver has taken
     * back the commands that it ended: it will complete none of them.
     */
    boolean succeeded();
}
