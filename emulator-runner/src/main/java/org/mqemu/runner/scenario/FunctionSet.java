package org.mqemu.runner.scenario;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.mqemu.blkmq.mq.MqGeneration;

/**
 * The functions that one part of the emulated kernel charges, each with what one call of it is. A price list needs
 * those of the parts that a scenario uses. A function may be in several sets.
 */
enum FunctionSet {
    /** What every scenario charges. */
    COMMON("""
            get_io_u            fio, in user space: prepares an I/O
            io_completed        fio, in user space: takes an I/O that has ended
            io_submit           a system call, without the I/Os it submits
            io_getevents        a system call
            pread64             a system call of a synchronous engine
            io_submit_one       an I/O, from its iocb down to its bio
            bio_endio           the end of a bio
            aio_complete        an event for the ring
            try_to_wake_up      a thread is woken
            __schedule          a switch from one thread to another
            handle_irq_event    an interrupt
            __do_softirq        a softirq run
            generic_smp_call_function_single_interrupt  an IPI that arrives
            smp_call_function_single_async              an IPI that is sent
            """),
    /** The legacy request queue. */
    LEGACY("""
            blk_attempt_plug_merge  a bio is compared with the plug's requests
            elv_merge               a bio is compared with the elevator's requests
            get_request             a request is allocated
            __elv_add_request       a request goes into the elevator
            blk_start_request       a request is taken from the queue
            __blk_run_queue         a run of the queue
            blk_finish_request      a request ends and is freed
            """),
    /** blk-mq up to 4.11. */
    MQ_EARLY("""
            blk_attempt_plug_merge   a bio is compared with requests of the plug or the software queue
            __blk_mq_alloc_request   a request is allocated, its tag included
            __blk_mq_insert_request  a request goes into a software queue
            __blk_mq_run_hw_queue    a run of a hardware queue
            blk_mq_start_request     a request is given to the driver
            blk_mq_free_request      a request is freed
            """),
    /** blk-mq since 4.12. */
    MQ_MODERN("""
            submit_bio                   a bio, down to where it needs a request
            blk_attempt_plug_merge       a bio is compared with a plug that is not empty
            blk_attempt_bio_merge        a bio is compared with the requests of a software queue
            __blk_mq_alloc_requests      a request is allocated, its tag included
            blk_add_rq_to_plug           a request goes into the plug
            blk_mq_flush_plug_list       a plug is emptied
            __blk_mq_insert_request      a request alone goes into a software queue
            blk_mq_insert_requests       a request of a list goes into a software queue
            blk_mq_run_hw_queue          a run of a hardware queue
            blk_mq_dequeue_from_ctx      a request is taken from a software queue
            blk_mq_dispatch_rq_list      a request of a list is given to the driver
            __blk_mq_try_issue_directly  a request is given to the driver without waiting in a queue
            blk_mq_start_request         the driver starts a request
            blk_mq_complete_request      the driver completes a request
            blk_mq_end_request           a request ends, its bios not included
            blk_mq_free_request          a request is freed, its tag included
            blk_done_softirq             a request is completed in softirq
            kblockd_work                 a work is given to kblockd
            process_one_work             a worker takes a work
            """),
    /** The SCSI mid-layer over the legacy request queue. */
    SCSI_LEGACY("""
            scsi_prep_fn                     a command is prepared
            scsi_host_queue_ready            the host's budget is taken
            scsi_device_unbusy               the host's budget is given back
            scsi_device_unbusy_queue_locked  the device's budget is given back
            scsi_put_command                 a command is freed
            scsi_run_queue                   a look for starved devices
            """),
    /** The SCSI mid-layer over blk-mq up to 4.11. */
    SCSI_MQ_EARLY("""
            scsi_queue_rq       a command is prepared
            scsi_io_completion  a command ends
            """),
    /** The SCSI mid-layer over blk-mq since 4.12. */
    SCSI_MQ("""
            scsi_mq_get_budget  the device's budget is taken
            scsi_queue_rq       a command is prepared
            scsi_done           the driver completes a command
            scsi_io_completion  a command ends
            """),
    /** Error handling of the SCSI mid-layer. */
    SCSI_ERRORS("""
            blk_timeout_work       a look for requests that have timed out
            scsi_times_out         a command that has timed out
            scmd_eh_abort_handler  an abort, the driver's part not included
            scsi_error_handler     a recovery of a host
            scsi_eh_ready_devs     a step of a recovery: a reset, or a test of a device
            """),
    /** The low-level driver of HP Smart Arrays. */
    HPSA("""
            hpsa_scsi_queue_command  a command is given to the HBA
            complete_scsi_command    a reply is taken
            """),
    /** The low-level driver of LSI MegaRAID SAS. */
    MEGARAID_SAS("""
            megasas_queue_command               a command is given to the driver
            megasas_build_and_issue_cmd_fusion  the command's frame
            megasas_build_io_fusion             its kind and its buffer
            megasas_build_ldio_fusion           its path to the drives
            MR_BuildRaidContext                 its place on the volume
            MR_GetPhyParams                     its place on a drive
            complete_cmd_fusion                 a reply is taken
            """),
    /** The low-level driver of LSI SAS HBAs. */
    MPT3SAS("""
            scsih_qcmd           a command is given to the driver
            _base_build_sg_scmd  its buffer
            _base_interrupt      a reply is taken
            _scsih_io_done       its command ends
            """),
    /** The initiator of SCSI over RDMA. */
    IB_SRP("""
            srp_queuecommand  a command is given to the driver
            srp_map_data      its buffer
            srp_post_send     its message
            srp_recv_done     an answer is taken
            srp_process_rsp   its command ends
            """),
    /** The SATA driver, libata included. */
    AHCI("""
            ata_scsi_queuecmd      a command is translated
            ahci_qc_issue          it is given to the port
            ahci_handle_port_intr  a port's completions are read
            ata_qc_complete        a command ends
            """),
    /** The driver of an HBA with a queue pair for each CPU. */
    SCSI_EXPRESS("""
            sop_queuecommand      a command is given to the HBA
            sop_complete_request  a reply is taken
            """),
    /** Mapping buffers for DMA where one lock guards it. */
    IOMMU("""
            iommu_dma_map_sg    a buffer is mapped, under the lock
            iommu_dma_unmap_sg  it is unmapped, under the lock
            """),
    /** The pseudo adapter. */
    SCSI_DEBUG("""
            scsi_debug_queuecommand  a command
            """),
    /** The null block device. */
    NULL_BLK("""
            null_queue_rq      a request
            null_complete_rq   a request that ends
            """),
    /** The null block device in its bio mode. */
    NULL_BLK_BIO("""
            submit_bio_noacct  a bio, down to a driver that takes bios
            null_submit_bio    a bio, its command included
            """),
    /** Polled I/O of the null block device. */
    NULL_BLK_POLL("""
            bio_poll  a look for polled I/O that has ended, the driver's part included
            """),
    /** Timers of the kernel. */
    TIMER("""
            hrtimer_interrupt  a timer's interrupt
            """),
    /** The elevator mq-deadline. */
    MQ_DEADLINE("""
            dd_bio_merge         a bio is compared with the elevator's requests
            dd_insert_requests   a request goes into the elevator
            dd_dispatch_request  a request is taken from the elevator
            dd_finish_request    a request of the elevator is freed
            """),
    /** The elevator kyber. */
    KYBER("""
            kyber_bio_merge          a bio is compared with the elevator's requests
            kyber_insert_requests    a request goes into the elevator
            kyber_dispatch_request   a request is taken from the elevator
            kyber_completed_request  a request of the elevator is completed and freed
            """),
    /** The elevator bfq. */
    BFQ("""
            bfq_bio_merge               a bio is compared with the elevator's requests
            bfq_insert_requests         a request goes into the elevator
            bfq_dispatch_request        a request is taken from the elevator
            bfq_finish_requeue_request  a request of the elevator is completed and freed
            """),
    /** Flushes of blk-mq since 4.12. */
    FLUSH("""
            blk_insert_flush  a step of a flush sequence
            """),
    /** Timeouts of requests. */
    TIMEOUT("""
            blk_timeout_work  a look for requests that have timed out
            """);

    private final Map<String, String> meanings;

    FunctionSet(String table) {
        Map<String, String> read = new LinkedHashMap<>();
        table.lines().forEach(line -> {
            int space = line.indexOf(' ');
            read.put(line.substring(0, space), line.substring(space).strip());
        });
        meanings = Collections.unmodifiableMap(read);
    }

    /** Returns the names of the functions. */
    Set<String> functions() {
        return meanings.keySet();
    }

    /** Returns what one call of a function is. */
    String meaning(String function) {
        String meaning = meanings.get(function);
        if (meaning == null) {
            throw new IllegalArgumentException(function + " is not in " + this);
        }
        return meaning;
    }

    /** Returns the sets that a scenario's stack and driver charge. */
    static Set<FunctionSet> chargedBy(Stack stack, MqGeneration generation, DriverKind driver, boolean iommu) {
        Set<FunctionSet> sets = EnumSet.of(COMMON, TIMER, driver.functions());
        if (iommu) {
            sets.add(IOMMU);
        }
        if (driver == DriverKind.NULL_BLK) {
            sets.add(NULL_BLK_BIO);
        }
        if (driver != DriverKind.NULL_BLK) {
            sets.add(SCSI_ERRORS);
        }
        if (stack == Stack.LEGACY) {
            sets.add(LEGACY);
            if (driver != DriverKind.NULL_BLK) {
                sets.add(SCSI_LEGACY);
            }
        } else if (generation == MqGeneration.EARLY) {
            sets.addAll(EnumSet.of(MQ_EARLY, SCSI_MQ_EARLY));
        } else {
            sets.addAll(EnumSet.of(MQ_MODERN, MQ_DEADLINE, KYBER, BFQ, FLUSH, TIMEOUT));
            sets.add(stack == Stack.SCSI_MQ ? SCSI_MQ : NULL_BLK_POLL);
        }
        return sets;
    }
}
