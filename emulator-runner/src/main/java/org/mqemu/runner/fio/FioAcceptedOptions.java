package org.mqemu.runner.fio;

import java.util.List;

/** The options that may be given but do nothing here. */
final class FioAcceptedOptions {

    private static final String CACHE = "no page cache is emulated";
    private static final String DATA = "no data is held, only its place and length";
    private static final String FILES = "no file system is emulated";
    private static final String HOST = "it is about the machine fio runs on";
    private static final String MEMORY = "buffers take no memory here";
    private static final String VERIFY = "it goes with verify, which is not emulated yet";
    private static final String RING = "the cost of submission does not depend on it here";
    private static final String LOGS = "it goes with logs, which are not written yet";

    private FioAcceptedOptions() {}

    static List<FioRow> rows() {
        return List.of(
                FioRow.accepted("invalidate", CACHE),
                FioRow.accepted("pre_read", CACHE),
                FioRow.accepted("fadvise_hint", CACHE),
                FioRow.accepted("refill_buffers", DATA),
                FioRow.accepted("scramble_buffers", DATA),
                FioRow.accepted("zero_buffers", DATA),
                FioRow.accepted("buffer_pattern", DATA),
                FioRow.accepted("buffer_compress_percentage", DATA),
                FioRow.accepted("buffer_compress_chunk", DATA),
                FioRow.accepted("dedupe_percentage", DATA),
                FioRow.accepted("dedupe_mode", DATA),
                FioRow.accepted("dedupe_working_set_percentage", DATA),
                FioRow.accepted("dedupe_global", DATA),
                FioRow.accepted("fallocate", FILES),
                FioRow.accepted("create_serialize", FILES),
                FioRow.accepted("create_fsync", FILES),
                FioRow.accepted("create_on_open", FILES),
                FioRow.accepted("allow_file_create", FILES),
                FioRow.accepted("allow_mounted_write", FILES),
                FioRow.accepted("overwrite", FILES),
                FioRow.accepted("unlink", FILES),
                FioRow.accepted("unlink_each_loop", FILES),
                FioRow.accepted("openfiles", FILES),
                FioRow.accepted("lockfile", FILES).withPriority(1),
                FioRow.accepted("unique_filename", FILES),
                FioRow.accepted("directory", FILES + "; the job works on a device"),
                FioRow.accepted("filename_format", FILES + "; the job works on a device")
                        .withPriority(-1),
                FioRow.accepted("clocksource", HOST + "; time is emulated"),
                FioRow.accepted("gtod_cpu", HOST + "; time is emulated"),
                FioRow.accepted("nice", HOST),
                FioRow.accepted("uid", HOST),
                FioRow.accepted("gid", HOST),
                FioRow.accepted("lockmem", HOST),
                FioRow.accepted("mem iomem", MEMORY),
                FioRow.accepted("iomem_align mem_align", MEMORY),
                FioRow.accepted("hugepage-size", MEMORY),
                FioRow.accepted("thp", MEMORY).ofEngine(),
                FioRow.accepted("numa_mem_policy", MEMORY),
                FioRow.accepted("registerfiles", RING).ofEngine(),
                FioRow.accepted("fixedbufs", RING).ofEngine(),
                FioRow.accepted("nonvectored", RING).ofEngine(),
                FioRow.accepted("softrandommap", "a random map always finds memory here"),
                FioRow.accepted("disable_bw_measurement disable_bw", "bandwidth is measured at no cost"),
                FioRow.accepted("disk_util", "the devices' statistics are always reported"),
                FioRow.accepted("error_dump", "errors are always reported"),
                FioRow.accepted("log_entries", LOGS),
                FioRow.accepted("log_compression", LOGS),
                FioRow.accepted("log_compression_cpus", LOGS),
                FioRow.accepted("log_store_compressed", LOGS),
                FioRow.accepted("verify_interval", VERIFY),
                FioRow.accepted("verify_offset", VERIFY),
                FioRow.accepted("verify_pattern", VERIFY),
                FioRow.accepted("verify_dump", VERIFY),
                FioRow.accepted("verify_async", VERIFY),
                FioRow.accepted("verify_async_cpus", VERIFY),
                FioRow.accepted("verify_backlog", VERIFY),
                FioRow.accepted("verify_backlog_batch", VERIFY),
                FioRow.accepted("verify_state_save", VERIFY),
                FioRow.accepted("experimental_verify", VERIFY),
                FioRow.accepted("threads", "it belongs to a built-in profile of fio; thread is another option"),
                FioRow.accepted("verifysort", "fio no longer has it do anything"),
                FioRow.accepted("verifysort_nr", "fio no longer has it do anything"),
                FioRow.accepted("flow_watermark", "fio no longer has it do anything"));
    }
}
