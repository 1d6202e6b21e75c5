package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.scsi.midlayer.ScsiAddress;

/**
 * How a host's devices lie on its channels and targets.
 *
 * @param lunsPerTarget devices that share a target
 * @param targetsPerChannel targets of a channel
 * @param canQueue commands that each target takes at once, 0 for no limit
 */
public record TargetSettings(int lunsPerTarget, int targetsPerChannel, int canQueue) {
    private static final int MAX_DEVICES = 4096;
    private static final int MAX_QUEUE = 1 << 20;

    static TargetSettings read(Settings host) {
        return new TargetSettings(
                host.intAt("luns-per-target", 1, MAX_DEVICES),
                host.intAt("targets-per-channel", 1, MAX_DEVICES),
                host.intAt("target-can-queue", 0, MAX_QUEUE));
    }

    /**
     * Returns the address of a device: targets are filled one after the other, then channels.
     *
     * @param host the host's number
     * @param device the device's number on its host, from 0
     */
    public ScsiAddress address(int host, int device) {
        int target = device / lunsPerTarget;
        return new ScsiAddress(host, target / targetsPerChannel, target % targetsPerChannel, device % lunsPerTarget);
    }
}
