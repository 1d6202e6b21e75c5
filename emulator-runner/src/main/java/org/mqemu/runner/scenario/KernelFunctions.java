package org.mqemu.runner.scenario;

import java.util.Set;
import java.util.TreeSet;
import org.mqemu.api.settings.Spelling;

/** The functions that the emulated paths charge: a price list has exactly these. */
final class KernelFunctions {
    /** All of them. */
    static final Set<String> ALL = Set.of(
            "__blk_mq_alloc_request",
            "__blk_mq_insert_request",
            "__blk_mq_run_hw_queue",
            "__blk_run_queue",
            "__do_softirq",
            "__elv_add_request",
            "__schedule",
            "aio_complete",
            "bio_endio",
            "blk_attempt_plug_merge",
            "blk_finish_request",
            "blk_mq_free_request",
            "blk_mq_start_request",
            "blk_start_request",
            "complete_scsi_command",
            "elv_merge",
            "generic_smp_call_function_single_interrupt",
            "get_io_u",
            "get_request",
            "handle_irq_event",
            "hpsa_scsi_queue_command",
            "io_completed",
            "io_getevents",
            "io_submit",
            "io_submit_one",
            "pread64",
            "scsi_debug_queuecommand",
            "scsi_device_unbusy",
            "scsi_device_unbusy_queue_locked",
            "scsi_host_queue_ready",
            "scsi_io_completion",
            "scsi_prep_fn",
            "scsi_put_command",
            "scsi_queue_rq",
            "scsi_run_queue",
            "smp_call_function_single_async",
            "try_to_wake_up");

    private KernelFunctions() {}

    static String nearest(String function) {
        return Spelling.nearest(function, new TreeSet<>(ALL))
                .map(near -> "did you mean " + near + "?")
                .orElse("it may be one of " + new TreeSet<>(ALL));
    }
}
