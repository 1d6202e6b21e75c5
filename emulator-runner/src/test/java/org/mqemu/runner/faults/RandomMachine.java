package org.mqemu.runner.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small machine, its load and its faults, drawn from a seed, as the settings of a scenario. */
final class RandomMachine {
    private static final List<String> LEGACY = List.of("kernels/linux-3.15.conf");
    private static final List<String> MQ = List.of(
            "kernels/scsi-mq-wip.6.conf",
            "kernels/linux-4.9.conf",
            "kernels/linux-4.16.conf",
            "kernels/linux-5.11.conf",
            "kernels/linux-6.1.conf");
    private static final List<String> HBAS = List.of(
            "hbas/smart-array-p431.conf",
            "hbas/megaraid-sas.conf",
            "hbas/mpt3sas-sas3008.conf",
            "hbas/ib-srp.conf",
            "hbas/ahci.conf",
            "hbas/scsi-express.conf");
    private static final List<String> OF_COMMANDS = List.of(
            "medium-error",
            "hardware-error",
            "aborted-command",
            "not-ready",
            "unit-attention",
            "timeout",
            "busy",
            "task-set-full");

    private final long seed;
    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();

    RandomMachine(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
    }

    /** Returns the number of devices. */
    private static int devices(long seed) {
        return 1 + (int) Math.floorMod(seed, 3L);
    }

    private <T> T of(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private void set(String line) {
        lines.add(line);
    }

    /** Returns the scenario's text. */
    String text() {
        boolean legacy = oneIn(3);
        String kernel = of(legacy ? LEGACY : MQ);
        boolean early = legacy || kernel.contains("wip") || kernel.contains("4.9");
        String hba = of(HBAS);
        boolean queuePairs = hba.contains("srp") || hba.contains("express");
        set("include \"" + kernel + "\"");
        set("include \"" + hba + "\"");
        set("include \"drives/sas-ssd-12g.conf\"");
        set("stack = " + (legacy ? "legacy" : "scsi-mq"));
        set("machine { nodes = 1, cores-per-node = 2, threads-per-core = 1 }");
        int devices = devices(seed);
        set("volume { devices = " + devices + ", drives = 1 }");
        int canQueue = 2 + random.nextInt(12);
        set("host { can-queue = " + canQueue + ", queue-depth = " + (1 + random.nextInt(8)) + ", cmd-per-lun = 2 }");
        int luns = 1 + random.nextInt(2);
        set("host.luns-per-target = " + (hba.contains("ahci") ? 1 : luns));
        set("host.targets-per-channel = " + (1 + random.nextInt(3)));
        set("host.track-queue-depth = " + oneIn(2));
        set("host.target-can-queue = " + (oneIn(4) ? 3 : 0));
        set("queue { nr-requests = 0, nomerges = 0, rq-affinity = " + random.nextInt(3) + " }");
        if (!legacy && !early) {
            set("queue.scheduler = " + of(List.of("none", "mq-deadline", "kyber", "bfq")));
        }
        if (!legacy && !hba.contains("ahci")) {
            int queues = queuePairs ? 2 : 1 + random.nextInt(2);
            set("host.hw-queues = " + queues);
            if (queues == 2 && canQueue >= 4) {
                set("host.tags = "
                        + of(early ? List.of("per-queue", "split") : List.of("per-queue", "shared", "split")));
            }
        } else {
            set("host.hw-queues = 1");
        }
        set("hba { request-ns = 1000, reset-ns = 1000000, vectors = 0 }");
        set("drive { capacity = 64M, read.mean-ns = 50000, program.mean-ns = 50000, channels = 2 }");
        set("drive.queue-limit = " + (oneIn(3) ? 2 + random.nextInt(4) : 0));
        set("host.errors { timeout-ms = " + (5 + random.nextInt(45)) + ", eh-timeout-ms = "
                + (2 + random.nextInt(20)) + ", eh-deadline-ms = " + (oneIn(3) ? random.nextInt(100) : -1)
                + ", skip-settle-delay = " + oneIn(2) + ", logging-level = " + (oneIn(4) ? 3 : 0) + " }");
        if (oneIn(6)) {
            set("host.errors.failfast = [dev, transport, driver]");
        }
        set("faults = [");
        int rules = 1 + random.nextInt(4);
        for (int i = 0; i < rules; i++) {
            set("  { " + fault() + " }");
        }
        set("]");
        set("job = \"random.fio\"");
        return String.join("\n", lines) + "\n";
    }

    /** Returns the job file's text. */
    static String job(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5eed);
        return "[global]\ndirect=1\nbs=4k\nioengine=libaio\nnorandommap=1\nsize=16m\nrw="
                + List.of("randread", "randrw", "read", "write").get(random.nextInt(4))
                + "\niodepth=" + (1 + random.nextInt(12)) + "\nnumber_ios=" + (20 + random.nextInt(120)) + "\n"
                + (random.nextInt(4) > 0 ? "continue_on_error=all\n" : "")
                + "[a]\nfilename=/dev/sda\n[b]\nfilename=/dev/sd"
                + (char) ('a' + devices(seed) - 1) + "\n";
    }

    private String time() {
        return random.nextInt(20_000) + "us";
    }

    private String fault() {
        if (oneIn(6)) {
            return oneIn(2)
                    ? "hba = 0, at = " + time() + ", fault = firmware-reset, for = " + (1 + random.nextInt(20)) + "ms"
                    : "hba = 0, at = " + time() + ", fault = link-down, for = " + (1 + random.nextInt(20)) + "ms";
        }
        String place = "device = " + (oneIn(2) ? "sda" : "\"sd*\"");
        switch (random.nextInt(9)) {
            case 0:
                return place + ", at = " + time() + ", fault = hang" + (oneIn(3) ? "" : ", for = " + span());
            case 1:
                return place + ", at = " + time() + ", fault = gone, for = " + span();
            case 2:
                return place + ", at = " + time() + ", fault = link-down, for = " + span();
            case 3:
                return place + ", at = " + time() + ", fault = slow, factor = " + (2 + random.nextInt(100)) + ", for = "
                        + span();
            case 4:
                return place + ", fault = timeout, op = test-unit-ready, every = 1";
            default:
                return place + ", fault = " + of(OF_COMMANDS) + ", " + trigger();
        }
    }

    private String span() {
        return oneIn(4) ? (1 + random.nextInt(100)) + "s" : (1 + random.nextInt(200)) + "ms";
    }

    private String trigger() {
        String count = oneIn(2) ? ", count = " + (1 + random.nextInt(5)) : "";
        return switch (random.nextInt(4)) {
            case 0 -> "every = " + (2 + random.nextInt(30)) + count;
            case 1 -> "probability = 0." + (1 + random.nextInt(9)) + count;
            case 2 -> "at = " + time() + count;
            default -> "lba = \"0-" + (7 + random.nextInt(20_000)) + "\", every = " + (1 + random.nextInt(10)) + count;
        };
    }
}
