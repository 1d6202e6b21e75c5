package org.mqemu.runner.fio;

import java.util.List;
import java.util.OptionalLong;

/** The options that do what they do in fio. */
final class FioHonouredOptions {

    private static final int KILO = 1024;
    private static final int THOUSAND = 1000;
    private static final int FIRST = 1;
    private static final int LAST = -1;

    private static final String WHOLE = "a whole number";
    private static final String BOOL = "0 or 1";
    private static final String FLAG = "nothing, 1 or 0";
    private static final String TIME = "a time such as 10, 10s, 500ms, 2m, 1h or 1d";
    private static final String SIZE = "a size in bytes or percent, such as 64m or 50%";
    private static final String TEXT = "some text";

    private FioHonouredOptions() {}

    static List<FioRow> rows() {
        return List.of(
                row(
                        "name",
                        TEXT,
                        "Name of the job; in [global] it has no effect.",
                        (d, v) -> d.rename(FioValues.text(v))),
                row(
                        "description",
                        TEXT,
                        "Free text, carried into the report.",
                        (d, v) -> d.description = FioValues.text(v)),
                FioRow.honoured(
                        "filename",
                        LAST,
                        false,
                        "one or more devices, separated by ':'",
                        "Emulated devices to work on; several lines of one section add up, those of a job replace"
                                + " those of [global].",
                        (d, v) -> d.addFilenames(FioValues.filenames(v))),
                row(
                        "rw readwrite",
                        "read, write, trim, randread, randwrite, randtrim, rw (readwrite), randrw,"
                                + " trimwrite or randtrimwrite",
                        "Direction and order of I/Os; read by default.",
                        (d, v) -> d.rw = FioValues.readWrite(v)),
                row(
                        "bs blocksize",
                        "one to three multiples of 512 bytes, for reads, writes and trims",
                        "Block size; 4k by default. A direction left out follows the one before it.",
                        FioValues::blockSizes),
                row(
                        "size",
                        SIZE,
                        "Length of the region; the whole device by default. Divided between filenames.",
                        (d, v) -> d.size = FioValues.size(d, v, false, "a size in bytes or percent")),
                row(
                        "io_size io_limit",
                        SIZE,
                        "Amount of data to transfer; as much as size by default.",
                        (d, v) -> d.ioSize = FioValues.size(d, v, true, "a size in bytes or percent")),
                row(
                        "offset fileoffset",
                        SIZE,
                        "Start of the region; 0 by default.",
                        (d, v) -> d.offset = FioValues.offset(d, v)),
                row(
                        "offset_increment",
                        SIZE,
                        "How much further the region of each further copy of a job starts; 0 by default.",
                        (d, v) -> d.offsetIncrement = FioValues.offset(d, v)),
                row(
                        "number_ios",
                        WHOLE,
                        "I/Os after which the job ends, if size or io_size has not ended it before; 0, the default,"
                                + " means no such limit. No effect with time_based.",
                        (d, v) -> d.numberIos = FioValues.count(d, v, 0, Integer.MAX_VALUE)),
                row(
                        "iodepth",
                        WHOLE + " from 1 to 65536",
                        "I/Os in flight; 1 by default, and always 1 with a synchronous ioengine.",
                        (d, v) -> d.iodepth = FioValues.count(d, v, 1, FioValues.MAX_DEPTH)),
                row(
                        "iodepth_batch iodepth_batch_submit",
                        WHOLE,
                        "I/Os submitted at once; 1 by default. 0, or more than iodepth, means iodepth.",
                        (d, v) -> d.batchSubmit = depth(d, v)),
                row(
                        "iodepth_batch_complete_min iodepth_batch_complete",
                        WHOLE,
                        "Completions to wait for; 1 by default. 0 looks for completions without waiting.",
                        (d, v) -> d.batchCompleteMin = depth(d, v)),
                row(
                        "iodepth_batch_complete_max",
                        WHOLE,
                        "Completions to take at once; at least iodepth_batch_complete_min, which is the default.",
                        (d, v) -> d.batchCompleteMax = depth(d, v)),
                row(
                        "iodepth_low",
                        WHOLE,
                        "Depth to let the queue down to before it is filled again. 0, or more than iodepth, means"
                                + " iodepth, which is the default.",
                        (d, v) -> d.depthLow = depth(d, v)),
                row(
                        "numjobs",
                        WHOLE + " from 1 to 4096",
                        "Copies of the job; 1 by default.",
                        (d, v) -> d.numjobs = FioValues.count(d, v, 1, FioValues.MAX_JOBS)),
                row(
                        "direct",
                        BOOL,
                        "Bypasses the page cache. None is emulated, so 0 is treated as 1, with a warning.",
                        (d, v) -> d.direct = direct(d, FioValues.bool(v))),
                row(
                        "buffered",
                        BOOL,
                        "Opposite of direct. No page cache is emulated, so 1 is treated as 0, with a" + " warning.",
                        (d, v) -> d.direct = direct(d, !FioValues.bool(v))),
                row(
                        "ioengine",
                        "libaio, io_uring, posixaio, null, sync, psync, vsync, pvsync, pvsync2, sg or mmap",
                        "Mapped to asynchronous or synchronous submission; psync by default.",
                        (d, v) -> d.engine = FioEngines.byName(v, d::warn)),
                FioRow.honoured(
                        "userspace_reap",
                        FioRow.ENGINE_PRIORITY,
                        true,
                        FLAG,
                        "Reaps completions without a system call; with ioengine=libaio only.",
                        (d, v) -> d.userspaceReap = FioValues.flag(v)),
                FioRow.honoured(
                        "hipri",
                        FioRow.ENGINE_PRIORITY,
                        true,
                        FLAG,
                        "Polls for completions; with ioengine=io_uring and pvsync2 only, and on null_blk with poll_queues;"
                                + " elsewhere completions come by interrupt.",
                        (d, v) -> d.hipri = FioValues.flag(v)),
                row(
                        "runtime timeout",
                        TIME,
                        "Longest run; a bare number is in seconds. No limit by default.",
                        (d, v) -> d.runtimeNs = FioNumbers.timeNs(v, d::warn)),
                flag(
                        "time_based",
                        "Starts over until runtime has passed; has no effect without runtime.",
                        (d, v) -> d.timeBased = FioValues.flag(v)),
                row(
                        "ramp_time",
                        TIME,
                        "Time before anything is measured; a bare number is in seconds.",
                        (d, v) -> d.rampTimeNs = FioNumbers.timeNs(v, d::warn)),
                row(
                        "startdelay",
                        TIME,
                        "Time before the job starts; a bare number is in seconds.",
                        (d, v) -> d.startDelayNs = FioValues.startDelayNs(d, v)),
                row(
                        "continue_on_error",
                        "none, read, write, io, verify, all, 0 or 1",
                        "After which errors of its I/Os the job goes on; none by default. 1 means all.",
                        (d, v) -> d.continueOnError = FioValues.continueOnError(v)),
                flag("group_reporting", "Reports a group as one.", (d, v) -> d.groupReporting = FioValues.flag(v)),
                flag(
                        "new_group",
                        "Starts a new group for reporting, without waiting.",
                        (d, v) -> d.newGroup = FioValues.flag(v)),
                flag(
                        "stonewall wait_for_previous",
                        "Waits for all jobs before this one and starts a new group.",
                        (d, v) -> d.stonewall = FioValues.flag(v)),
                flag(
                        "norandommap",
                        "Lets random offsets repeat before every block was touched.",
                        (d, v) -> d.norandommap = FioValues.flag(v)),
                row(
                        "randrepeat",
                        BOOL,
                        "Random offsets are the same from run to run; 1 by default.",
                        (d, v) -> d.randrepeat = FioValues.bool(v)),
                row(
                        "randseed",
                        WHOLE,
                        "Seed of random numbers; overrides randrepeat.",
                        (d, v) -> d.randseed =
                                OptionalLong.of(FioNumbers.whole(v, d.kbBase, 0, Long.MAX_VALUE, WHOLE, d::warn))),
                flag(
                        "thread",
                        "Runs copies as threads. Threads and processes are scheduled alike here.",
                        (d, v) -> d.thread = FioValues.flag(v)),
                row(
                        "cpus_allowed",
                        "CPU numbers and ranges such as 0-3,7",
                        "CPUs the job may run on; all by default.",
                        (d, v) -> d.cpusAllowed = FioCpuList.parse(v, d.context.cpuCount())),
                FioRow.honoured(
                        "cpus_allowed_policy",
                        FIRST,
                        false,
                        "shared or split",
                        "Whether copies share the CPUs allowed or get one each; shared by default.",
                        (d, v) -> d.policy = FioPlacement.Policy.values()[FioValues.oneOf(v, "shared", "split")]),
                row(
                        "rwmixread",
                        "a whole number from 0 to 100",
                        "Percentage of reads in a mixed job; 50 by default.",
                        (d, v) -> d.readPercent = FioValues.percent(d, v)),
                row(
                        "rwmixwrite",
                        "a whole number from 0 to 100",
                        "Percentage of writes in a mixed job; the last of" + " rwmixread and rwmixwrite counts.",
                        (d, v) -> d.readPercent = 100 - FioValues.percent(d, v)),
                row(
                        "gtod_reduce",
                        BOOL,
                        "1 sets disable_lat, disable_clat and disable_slat; 0 takes that back.",
                        (d, v) -> reduce(d, FioValues.bool(v))),
                row("disable_lat", BOOL, "Leaves out total latencies.", (d, v) -> d.disableLat = FioValues.bool(v)),
                row(
                        "disable_clat",
                        BOOL,
                        "Leaves out completion latencies.",
                        (d, v) -> d.disableClat = FioValues.bool(v)),
                row(
                        "disable_slat",
                        BOOL,
                        "Leaves out submission latencies.",
                        (d, v) -> d.disableSlat = FioValues.bool(v)),
                row(
                        "percentile_list",
                        "1 to 20 percentages above 0 and up to 100, separated by ':'",
                        "Percentiles to report.",
                        (d, v) -> d.percentileList = FioValues.percentiles(v)),
                FioRow.honoured(
                        "kb_base",
                        FIRST,
                        false,
                        "1024 or 1000",
                        "What k means in this section, wherever it stands in it; kib means the other. 1024 by"
                                + " default.",
                        (d, v) -> d.kbBase = FioValues.oneOf(v, "1024", "1000") == 0 ? KILO : THOUSAND),
                FioRow.honoured(
                        "unit_base",
                        FIRST,
                        false,
                        "0, 8 or 1",
                        "8 or 0 prints bytes per second, 1 prints bits per second.",
                        (d, v) -> d.unitBase = FioValues.oneOf(v, "0", "8", "1") == 2 ? 1 : Byte.SIZE));
    }

    private static FioRow row(String names, String values, String text, FioRow.Action action) {
        return FioRow.honoured(names, 0, false, values, text, action);
    }

    private static FioRow flag(String names, String text, FioRow.Action action) {
        return FioRow.honoured(names, 0, true, FLAG, text, action);
    }

    private static int depth(FioJobDraft draft, String value) {
        return FioValues.count(draft, value, 0, FioValues.MAX_DEPTH);
    }

    private static boolean direct(FioJobDraft draft, boolean direct) {
        if (!direct) {
            draft.warn("no page cache is emulated; treated as direct=1");
        }
        return direct;
    }

    private static void reduce(FioJobDraft draft, boolean on) {
        if (on || draft.gtodReduce) {
            draft.disableLat = on;
            draft.disableClat = on;
            draft.disableSlat = on;
        }
        draft.gtodReduce = on;
    }
}
