package org.mqemu.runner.fio;

import java.util.List;
import java.util.stream.Stream;

/** The options fio knows that are not emulated, and the values of theirs that ask for nothing. */
final class FioRefusedOptions {

    private static final String RATE = "jobs submit as fast as they can";
    private static final String THINK = "jobs do not pause between I/Os";
    private static final String FLUSH = "jobs issue no flushes";
    private static final String LOGS = "no logs are written";
    private static final String REPLAY = "jobs do not replay traces";
    private static final String ZONES = "devices have no zones";
    private static final String TRIMMED = "it goes with verify";
    private static final String PRIORITY = "I/Os have no priority";
    private static final String DEPTH_SEARCH = "the depth is not adjusted to a latency";
    private static final String ERRORS = "a job ends at its first error";
    private static final String WINDOW = "averages are taken over 500 ms";
    private static final String PROGRAM = "it would run a program on this machine";
    private static final String OTHER_ENGINE = "it belongs to an ioengine that is not block I/O";

    private FioRefusedOptions() {}

    static List<FioRow> rows() {
        return Stream.of(pattern(), pacing(), running(), observing(), devices(), engines())
                .flatMap(List::stream)
                .toList();
    }

    private static List<FioRow> pattern() {
        return List.of(
                FioRow.notYet("bsrange blocksize_range", "block sizes do not vary"),
                FioRow.notYet("bssplit", "block sizes do not vary"),
                FioRow.notYet("bs_unaligned blocksize_unaligned", "I/Os are whole sectors", "0"),
                FioRow.notYet("bs_is_seq_rand", "block sizes are per direction", "0"),
                FioRow.notYet("ba blockalign", "random offsets are multiples of the block size"),
                FioRow.notYet("rw_sequencer", "offsets follow rw alone", "sequential"),
                FioRow.notYet("percentage_random", "a job is either random or sequential", "100"),
                FioRow.never("percentage_sequential", "fio no longer takes it"),
                FioRow.never("rwmixcycle", "fio no longer takes it"),
                FioRow.notYet("random_generator", "there is one generator", "tausworthe"),
                FioRow.notYet("random_distribution", "random offsets are uniform", "random"),
                FioRow.notYet("allrandrepeat", "randrepeat covers what is random", "0"),
                FioRow.notYet("offset_align", "offsets are taken as they are", "0"),
                FioRow.notYet("loops", "a job runs once", "1"),
                FioRow.notYet("fill_device fill_fs", "write size to bound the amount", "0"),
                FioRow.notYet("filesize", "a job works on a region of a device; write size and offset"),
                FioRow.notYet("file_append", "devices do not grow", "0"),
                FioRow.notYet("nrfiles nr_files", "name devices with filename", "1"),
                FioRow.notYet("file_service_type", "several filenames take turns", "roundrobin"),
                FioRow.notYet("write_hint", "writes carry no hints", "none", "not_set"));
    }

    private static List<FioRow> pacing() {
        return List.of(
                FioRow.notYet("rate", RATE, "0"),
                FioRow.notYet("rate_min ratemin", RATE, "0"),
                FioRow.notYet("rate_iops", RATE, "0"),
                FioRow.notYet("rate_iops_min", RATE, "0"),
                FioRow.notYet("rate_process", RATE, "linear"),
                FioRow.notYet("rate_cycle ratecycle", RATE),
                FioRow.notYet("rate_ignore_thinktime", RATE, "0"),
                FioRow.notYet("thinktime", THINK, "0"),
                FioRow.notYet("thinktime_spin", THINK, "0"),
                FioRow.notYet("thinktime_blocks", THINK, "1"),
                FioRow.notYet("thinktime_blocks_type", THINK, "complete"),
                FioRow.notYet("thinktime_iotime", THINK, "0"),
                FioRow.notYet("max_latency", "no I/O is too slow", "0"),
                FioRow.notYet("latency_target", DEPTH_SEARCH, "0"),
                FioRow.notYet("latency_window", DEPTH_SEARCH, "0"),
                FioRow.notYet("latency_percentile", DEPTH_SEARCH),
                FioRow.notYet("latency_run", DEPTH_SEARCH, "0"),
                FioRow.notYet("flow", "jobs do not wait for each other's progress", "0"),
                FioRow.notYet("flow_id", "jobs do not wait for each other's progress", "0"),
                FioRow.notYet("flow_sleep", "jobs do not wait for each other's progress", "0"),
                FioRow.notYet("steadystate ss", "runs end by time or amount"),
                FioRow.notYet("steadystate_duration ss_dur", "runs end by time or amount", "0"),
                FioRow.notYet("steadystate_ramp_time ss_ramp", "runs end by time or amount", "0"),
                FioRow.notYet("fsync", FLUSH, "0"),
                FioRow.notYet("fdatasync", FLUSH, "0"),
                FioRow.notYet("write_barrier", FLUSH, "0"),
                FioRow.notYet("sync_file_range", FLUSH),
                FioRow.notYet("sync", FLUSH, "0", "none"),
                FioRow.notYet("end_fsync", FLUSH, "0"),
                FioRow.notYet("fsync_on_close", FLUSH, "0"),
                FioRow.notYet("atomic", "writes are not atomic", "0"));
    }

    private static List<FioRow> running() {
        return List.of(
                FioRow.notYet("wait_for", "jobs wait by stonewall or startdelay"),
                FioRow.notYet("exitall", "a job ends alone", "0"),
                FioRow.notYet("exit_what", "a job ends alone"),
                FioRow.notYet("exitall_on_error", "a job ends alone", "0"),
                FioRow.notYet("ignore_error", ERRORS),
                FioRow.notYet("io_submit_mode", "a job submits from its own thread", "inline"),
                FioRow.notYet("serialize_overlap", "overlapping I/Os are not held back", "0"),
                FioRow.notYet("cpumask", "write cpus_allowed"),
                FioRow.notYet("numa_cpu_nodes", "write cpus_allowed"),
                FioRow.notYet("prio", PRIORITY, "0"),
                FioRow.notYet("prioclass", PRIORITY, "0"),
                FioRow.notYet("cgroup", "I/Os belong to no cgroup"),
                FioRow.notYet("cgroup_weight", "I/Os belong to no cgroup"),
                FioRow.notYet("cgroup_nodelete", "I/Os belong to no cgroup", "0"),
                FioRow.notYet("profile", "there are no built-in profiles"),
                FioRow.notYet("verify", "what was written is not read back, as no data is held", "0"),
                FioRow.notYet("do_verify", "no data is held, so nothing could be found wrong", "0"),
                FioRow.notYet("verify_fatal", "no data is held, so nothing could be found wrong", "0"),
                FioRow.notYet("verify_only", "no data is held, so nothing could be found wrong", "0"),
                FioRow.notYet("verify_state_load", "no data is held, so nothing could be found wrong", "0"),
                FioRow.notYet("trim_percentage", TRIMMED, "0"),
                FioRow.notYet("trim_verify_zero", TRIMMED, "1", "0"),
                FioRow.notYet("trim_backlog", TRIMMED, "0"),
                FioRow.notYet("trim_backlog_batch", TRIMMED, "0"),
                FioRow.never("create_only", "the job would do no I/O", "0"),
                FioRow.never("exec_prerun", PROGRAM),
                FioRow.never("exec_postrun", PROGRAM),
                FioRow.never("opendir", "it would read directories of this machine"),
                FioRow.never("gpu_dev_id", "no GPU is emulated"));
    }

    private static List<FioRow> observing() {
        return List.of(
                FioRow.notYet("write_bw_log", LOGS),
                FioRow.notYet("write_iops_log", LOGS),
                FioRow.notYet("write_lat_log", LOGS),
                FioRow.notYet("write_hist_log", LOGS),
                FioRow.notYet("per_job_logs", LOGS, "1"),
                FioRow.notYet("log_avg_msec", LOGS, "0"),
                FioRow.notYet("log_hist_msec", LOGS, "0"),
                FioRow.notYet("log_hist_coarseness", LOGS, "0"),
                FioRow.notYet("log_max_value", LOGS, "0"),
                FioRow.notYet("log_offset", LOGS, "0"),
                FioRow.notYet("log_prio", LOGS, "0"),
                FioRow.notYet("log_unix_epoch", LOGS, "0"),
                FioRow.notYet("log_alternate_epoch", LOGS, "0"),
                FioRow.notYet("log_alternate_epoch_clock_id", LOGS, "0"),
                FioRow.notYet("write_iolog", LOGS),
                FioRow.notYet("bwavgtime", WINDOW, "500"),
                FioRow.notYet("iopsavgtime", WINDOW, "500"),
                FioRow.notYet("block_error_percentiles", "trim errors are not counted by block", "0"),
                FioRow.notYet("stats", "a job is always measured", "1"),
                FioRow.notYet("clat_percentiles", "percentiles are those of completion latency", "1"),
                FioRow.notYet("lat_percentiles", "percentiles are those of completion latency", "0"),
                FioRow.notYet("slat_percentiles", "percentiles are those of completion latency", "0"),
                FioRow.notYet("significant_figures", "four figures are printed", "4"),
                FioRow.notYet("unified_rw_reporting", "directions are reported apart", "0", "none"));
    }

    private static List<FioRow> devices() {
        return List.of(
                FioRow.notYet("read_iolog", REPLAY),
                FioRow.notYet("read_iolog_chunked", REPLAY, "0"),
                FioRow.notYet("replay_no_stall", REPLAY, "0"),
                FioRow.notYet("replay_redirect", REPLAY),
                FioRow.notYet("replay_scale", REPLAY, "1"),
                FioRow.notYet("replay_align", REPLAY, "0"),
                FioRow.notYet("replay_time_scale", REPLAY, "100"),
                FioRow.notYet("replay_skip", REPLAY),
                FioRow.notYet("merge_blktrace_file", REPLAY),
                FioRow.notYet("merge_blktrace_scalars", REPLAY),
                FioRow.notYet("merge_blktrace_iters", REPLAY),
                FioRow.notYet("ioscheduler", "the scheduler is chosen with the device"),
                FioRow.notYet("zonemode", ZONES, "none"),
                FioRow.notYet("zonesize", ZONES, "0"),
                FioRow.notYet("zonecapacity", ZONES, "0"),
                FioRow.notYet("zonerange", ZONES, "0"),
                FioRow.notYet("zoneskip", ZONES, "0"),
                FioRow.notYet("read_beyond_wp", ZONES, "0"),
                FioRow.notYet("max_open_zones", ZONES, "0"),
                FioRow.notYet("job_max_open_zones", ZONES, "0"),
                FioRow.notYet("ignore_zone_limits", ZONES, "0"),
                FioRow.notYet("zone_reset_threshold", ZONES),
                FioRow.notYet("zone_reset_frequency", ZONES));
    }

    private static List<FioRow> engines() {
        List<FioRow> ofQueue = List.of(
                FioRow.notYet("hipri_percentage", "with hipri all completions are polled for", "100"),
                FioRow.notYet("sqthread_poll", "no kernel thread submits for the job", "0"),
                FioRow.notYet("sqthread_poll_cpu", "no kernel thread submits for the job"),
                FioRow.notYet("force_async", "the ring hands nothing to a worker", "0"),
                FioRow.notYet("uncached", "no page cache is emulated", "0"),
                FioRow.notYet("nowait", "a job waits for a free request", "0"),
                FioRow.notYet("cmd_type", "NVMe commands are not passed through"),
                FioRow.notYet("cmdprio", PRIORITY, "0"),
                FioRow.notYet("cmdprio_class", PRIORITY, "0"),
                FioRow.notYet("cmdprio_percentage", PRIORITY, "0"),
                FioRow.notYet("cmdprio_bssplit", PRIORITY),
                FioRow.notYet("readfua", "reads carry no FUA", "0"),
                FioRow.notYet("writefua", "writes carry no FUA", "0"),
                FioRow.notYet("sg_write_mode", "writes are plain writes", "write"),
                FioRow.notYet("stream_id", "writes carry no stream", "0"));
        String others = "cpuload cpuchunks cpumode exit_on_io_done hostname port protocol nodelay listen pingpong"
                + " interface ttl window_size mss stat_type program arguments grace_time std_redirect"
                + " donorname inplace volume brick single-instance skip_bad uri bindname verb clustername pool"
                + " clientname conf busy_poll touch_objects rbdname http_verbose http_host http_user http_pass"
                + " http_mode http_s3_key http_s3_keyid http_s3_region http_swift_auth_token https namenode chunk_size"
                + " nfs_url serverip direct_write_to_pmem"
                + " busy_wait_polling chunck_size cont cuda_io gpu_dev_ids hdfs_use_direct hdfsdirectory"
                + " http_s3_sse_customer_algorithm http_s3_sse_customer_key http_s3_storage_class initiator"
                + " object_class proto single_instance svcl xnvme_admin xnvme_async xnvme_be xnvme_dev_nsid"
                + " xnvme_iovec xnvme_sync";
        Stream<FioRow> refused = Stream.of(others.split(" ", -1)).map(name -> FioRow.never(name, OTHER_ENGINE));
        String profiles = "block dir numruns device-names load prep large-block-op-kbytes no_completion_thread"
                + " read-req-num-512-blocks test-duration threads-per-queue";
        Stream<FioRow> profiled =
                Stream.of(profiles.split(" ", -1)).map(name -> FioRow.notYet(name, "it belongs to a built-in profile"));
        Stream<FioRow> ofEngines = Stream.concat(ofQueue.stream(), refused).map(FioRow::ofEngine);
        return Stream.concat(ofEngines, profiled).toList();
    }
}
