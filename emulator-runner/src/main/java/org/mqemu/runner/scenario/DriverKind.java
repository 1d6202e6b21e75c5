package org.mqemu.runner.scenario;

/** Which low-level driver the host has. */
public enum DriverKind {
    /** HP Smart Array. */
    HPSA,
    /** The pseudo adapter without hardware. */
    SCSI_DEBUG
}
