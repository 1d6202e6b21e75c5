package org.mqemu.scsi.lld;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mqemu.api.hardware.TaskKind;

/**
 * The low-level drivers of HBAs with reply queues: what differs between them beside their settings.
 *
 * <p>SOURCE of the error handlers: the scsi_host_template of each driver, Linux 6.1 where not said otherwise.
 */
public enum HbaDriverKind {
    /** HP Smart Array, drivers/scsi/hpsa.c of 3.15: abort and device reset. */
    HPSA(
            "hpsa",
            List.of("hpsa_scsi_queue_command"),
            List.of("complete_scsi_command"),
            EnumSet.of(TaskKind.ABORT_TASK, TaskKind.LUN_RESET)),
    /** LSI MegaRAID SAS (fusion), drivers/scsi/megaraid: abort, target reset, and a controller reset for the host. */
    MEGARAID_SAS(
            "megaraid_sas",
            List.of(
                    "megasas_queue_command",
                    "megasas_build_and_issue_cmd_fusion",
                    "megasas_build_io_fusion",
                    "megasas_build_ldio_fusion",
                    "MR_BuildRaidContext",
                    "MR_GetPhyParams"),
            List.of("complete_cmd_fusion"),
            EnumSet.of(TaskKind.ABORT_TASK, TaskKind.TARGET_RESET, TaskKind.HOST_RESET)),
    /** LSI SAS3, drivers/scsi/mpt3sas: abort, device, target and host reset. */
    MPT3SAS(
            "mpt3sas",
            List.of("scsih_qcmd", "_base_build_sg_scmd"),
            List.of("_base_interrupt", "_scsih_io_done"),
            EnumSet.of(TaskKind.ABORT_TASK, TaskKind.LUN_RESET, TaskKind.TARGET_RESET, TaskKind.HOST_RESET)),
    /** The SCSI RDMA protocol's initiator, drivers/infiniband/ulp/srp: abort, device and host reset. */
    IB_SRP(
            "ib_srp",
            List.of("srp_queuecommand", "srp_map_data", "srp_post_send"),
            List.of("srp_recv_done", "srp_process_rsp"),
            EnumSet.of(TaskKind.ABORT_TASK, TaskKind.LUN_RESET, TaskKind.HOST_RESET)),
    /** SATA, drivers/ata/libahci.c: a port's own error handling is a hard reset of its link. */
    AHCI(
            "ahci",
            List.of("ata_scsi_queuecmd", "ahci_qc_issue"),
            List.of("ahci_handle_port_intr", "ata_qc_complete"),
            EnumSet.of(TaskKind.LUN_RESET)),
    /**
     * An HBA with a queue pair for each CPU, as SCSI Express (SOP over PQI) was to be: nothing is shared from submission to
     * completion. There was no such product when the figures it is compared with were taken; its functions' prices are
     * those of a comparable driver.
     */
    SCSI_EXPRESS(
            "scsi_express",
            List.of("sop_queuecommand"),
            List.of("sop_complete_request"),
            EnumSet.of(TaskKind.ABORT_TASK, TaskKind.LUN_RESET, TaskKind.HOST_RESET));

    private final String module;
    private final List<String> submit;
    private final List<String> complete;
    private final Set<TaskKind> handlers;

    HbaDriverKind(String module, List<String> submit, List<String> complete, Set<TaskKind> handlers) {
        this.module = module;
        this.submit = submit;
        this.complete = complete;
        this.handlers = handlers;
    }

    /** Returns the module's name. */
    public String module() {
        return module;
    }

    /** Returns the functions that a command passes on its way to the HBA. */
    public List<String> submit() {
        return submit;
    }

    /** Returns the functions that a reply passes. */
    public List<String> complete() {
        return complete;
    }

    /** Returns which error handlers the driver has. */
    public Set<TaskKind> handlers() {
        return handlers;
    }
}
