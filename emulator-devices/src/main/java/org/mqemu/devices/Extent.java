package org.mqemu.devices;

import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.Op;

/** Whether a command lies on a device. */
public final class Extent {
    private Extent() {}

    /**
     * Returns whether a command lies on a device: a flush and a TEST UNIT READY always do, any other command if it has at least one sector
     * and all its sectors are below the capacity.
     *
     * @param command the command
     * @param capacitySectors the device's size, in sectors
     */
    public static boolean fits(BlockCommand command, long capacitySectors) {
        return command.op() == Op.FLUSH
                || command.op() == Op.TEST_UNIT_READY
                || (command.sector() >= 0
                        && command.sectors() > 0
                        && command.sector() <= capacitySectors - command.sectors());
    }
}
