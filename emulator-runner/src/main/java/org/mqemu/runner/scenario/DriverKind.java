package org.mqemu.runner.scenario;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mqemu.scsi.lld.HbaDriverKind;

/** Which driver the devices have. */
public enum DriverKind {
    /** HP Smart Array. */
    HPSA(FunctionSet.HPSA, HbaDriverKind.HPSA),
    /** LSI MegaRAID SAS. */
    MEGARAID_SAS(FunctionSet.MEGARAID_SAS, HbaDriverKind.MEGARAID_SAS),
    /** LSI SAS HBAs. */
    MPT3SAS(FunctionSet.MPT3SAS, HbaDriverKind.MPT3SAS),
    /** SCSI over RDMA. */
    IB_SRP(FunctionSet.IB_SRP, HbaDriverKind.IB_SRP),
    /** SATA: a host for each port. */
    AHCI(FunctionSet.AHCI, HbaDriverKind.AHCI),
    /** A queue pair for each CPU. */
    SCSI_EXPRESS(FunctionSet.SCSI_EXPRESS, HbaDriverKind.SCSI_EXPRESS),
    /** The pseudo adapter without hardware. */
    SCSI_DEBUG(FunctionSet.SCSI_DEBUG, null),
    /** The null block device, which is no SCSI device. */
    NULL_BLK(FunctionSet.NULL_BLK, null);

    private final FunctionSet functions;
    private final @Nullable HbaDriverKind hba;

    DriverKind(FunctionSet functions, @Nullable HbaDriverKind hba) {
        this.functions = functions;
        this.hba = hba;
    }

    FunctionSet functions() {
        return functions;
    }

    /** Returns whether each hardware queue has a reply queue, whichever CPU submits. */
    public boolean pairsQueues() {
        return this == IB_SRP || this == SCSI_EXPRESS;
    }

    /** Returns which driver of an HBA it is, if it has one. */
    public Optional<HbaDriverKind> hba() {
        return Optional.ofNullable(hba);
    }
}
