package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;

/**
 * One pass over a host's starved list: each device that was on it once, as long as the host takes commands; those whose
 * target takes none go back to the list's end.
 *
 * <p>Source: drivers/scsi/scsi_lib.c, scsi_starved_list_run (scsi_run_queue up to 3.9).
 */
final class StarvedListRun {
    private int left;

    void begin() {
        left = Integer.MAX_VALUE;
    }

    /** Takes the next device whose queue is to be run off the list, or returns null at the end; under the host_lock. */
    @Nullable ScsiDevice next(ScsiHost host) {
        left = Math.min(left, host.starving());
        while (left > 0 && !host.isBusy()) {
            left--;
            ScsiDevice device = host.nextStarved();
            if (device == null || !device.target().isBusy()) {
                return device;
            }
            host.starves(device);
        }
        return null;
    }
}
