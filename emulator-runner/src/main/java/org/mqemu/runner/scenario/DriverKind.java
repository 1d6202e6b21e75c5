package org.mqemu.runner.scenario;

/** Which driver the devices have. */
public enum DriverKind {
    /** HP Smart Array. */
    HPSA,
    /** The pseudo adapter without hardware. */
    SCSI_DEBUG,
    /** The null block device, which is no SCSI device. */
    NULL_BLK
}
