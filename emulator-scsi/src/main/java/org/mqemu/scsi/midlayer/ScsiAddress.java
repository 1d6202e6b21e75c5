package org.mqemu.scsi.midlayer;

/**
 * Where a device is: host, channel, target and LUN, as lsscsi prints it.
 *
 * @param host the host's number, at least 0
 * @param channel the channel (bus), at least 0
 * @param target the target's id on the channel, at least 0
 * @param lun the logical unit of the target, at least 0
 */
public record ScsiAddress(int host, int channel, int target, int lun) {
    /** Checks that no part is negative. */
    public ScsiAddress {
        if (host < 0 || channel < 0 || target < 0 || lun < 0) {
            throw new IllegalArgumentException(
                    "no part of a SCSI address is negative: " + host + ":" + channel + ":" + target + ":" + lun);
        }
    }

    /** Returns the address as {@code H:C:T:L}. */
    @Override
    public String toString() {
        return host + ":" + channel + ":" + target + ":" + lun;
    }
}
