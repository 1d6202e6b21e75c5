package org.mqemu.runner.fio;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** fio's I/O engines: those that are mapped to the emulated queue, and those that are not block I/O. */
final class FioEngines {

    /** fio's default. */
    static final FioEngine DEFAULT = new FioEngine("psync", FioSubmission.SYNC);

    private static final String NETWORK = "it does network I/O, not block I/O on an emulated device";
    private static final String FILES = "it works on files, and no file system is emulated";
    private static final String MEMORY = "it maps persistent memory, and no block I/O would be seen";

    private static final Map<String, FioEngine> MAPPED = new HashMap<>();
    private static final Map<String, String> WARNINGS = new HashMap<>();
    private static final Map<String, String> REFUSED = new HashMap<>();

    static {
        for (String name : List.of("libaio", "io_uring", "posixaio", "null")) {
            MAPPED.put(name, new FioEngine(name, FioSubmission.ASYNC));
        }
        for (String name : List.of("sync", "psync", "vsync", "pvsync", "pvsync2", "sg", "mmap")) {
            MAPPED.put(name, new FioEngine(name, FioSubmission.SYNC));
        }
        MAPPED.put("aio", new FioEngine("libaio", FioSubmission.ASYNC));
        MAPPED.put("linuxaio", new FioEngine("libaio", FioSubmission.ASYNC));
        WARNINGS.put("null", "ioengine=null is taken as asynchronous submission: I/O does reach the emulated device");
        WARNINGS.put("posixaio", "ioengine=posixaio is taken as asynchronous submission: its threads are not emulated");
        WARNINGS.put("mmap", "ioengine=mmap is taken as synchronous submission: no page cache is emulated");
        WARNINGS.put("sg", "ioengine=sg is taken as synchronous submission: it goes through the block layer");
        WARNINGS.put("vsync", "ioengine=vsync is taken as synchronous submission: adjacent I/Os are not coalesced");
        refuse(
                NETWORK,
                "net",
                "netsplice",
                "rdma",
                "http",
                "nfs",
                "nbd",
                "rbd",
                "rados",
                "gfapi",
                "gfapi_async",
                "libhdfs",
                "libiscsi",
                "ime",
                "dfs",
                "librpma_apm_client",
                "librpma_apm_server",
                "librpma_gpspm_client",
                "librpma_gpspm_server");
        refuse(FILES, "filecreate", "filestat", "filedelete", "falloc", "ftruncate", "e4defrag", "splice");
        refuse(MEMORY, "libpmem", "pmemblk", "dev-dax", "libcufile");
        refuse("it burns CPU time and does no I/O", "cpuio");
        refuse("it would run a program on this machine", "exec");
        refuse("it would load code into this program", "external");
        refuse("it passes NVMe commands by and not through the block layer; not emulated yet", "io_uring_cmd", "xnvme");
        refuse("it drives a kind of device that is not emulated", "mtd", "libzbc", "libblkio");
        refuse("it exists on other systems only", "solarisaio", "windowsaio");
    }

    private FioEngines() {}

    private static void refuse(String reason, String... names) {
        for (String name : names) {
            REFUSED.put(name, reason);
        }
    }

    static FioEngine byName(String text, Consumer<String> warn) {
        FioEngine engine = MAPPED.get(text);
        if (engine != null) {
            String warning = WARNINGS.get(text);
            if (warning != null) {
                warn.accept(warning);
            }
            return engine;
        }
        String reason = REFUSED.get(text.replaceFirst(":.*", ""));
        if (reason != null) {
            throw FioBadValue.saying("ioengine=" + FioText.shown(text) + " is refused: " + reason, "");
        }
        List<String> known = new ArrayList<>(MAPPED.keySet());
        known.sort(String::compareTo);
        throw FioBadValue.expected("one of " + String.join(", ", known), FioSpelling.hint(text, known));
    }
}
