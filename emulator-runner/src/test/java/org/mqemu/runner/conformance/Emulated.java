package org.mqemu.runner.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.ScenarioRun;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/**
 * A recorded run, emulated: the same driver, parameters, settings and job on 4 CPUs of 2 nodes that are as slow as the
 * emulated processor that the real kernel ran on (4 ns an instruction).
 *
 * @param figures what its block trace comes to
 * @param report its report
 * @param quiet whether every request that began has completed
 */
record Emulated(TraceFigures figures, RunReport report, boolean quiet) {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();

    static Emulated run(KernelRun run, Path directory) {
        Scenario scenario = scenario(run, directory);
        ScenarioRun emulation = new ScenarioRun(scenario, new RunOptions(ClockSettings.VIRTUAL, 1, true), "test");
        TraceReader reader = new TraceReader();
        emulation.traceTo(any -> reader);
        RunReport report = emulation.run();
        return new Emulated(reader.figures(), report, reader.isQuiet());
    }

    private static Scenario scenario(KernelRun run, Path directory) {
        List<String> lines = new ArrayList<>();
        lines.add("include \"kernels/linux-6.1.conf\"");
        lines.add("include \"machines/two-nodes.conf\"");
        // 40 us from CPU to CPU: recorded, from a request's I to its D where a worker of another CPU was woken (median
        // 46)
        lines.add("machine { cores-per-node = 2, ns-per-instruction = 4, ipi-latency-ns = 40000 }");
        lines.add("queue.scheduler = " + run.scheduler());
        lines.add("job = job.fio");
        if (isNullBlk(run)) {
            lines.add("stack = blk-mq");
            lines.add("host.driver = null-blk");
        } else {
            lines.add("include \"drives/sas-ssd-12g.conf\"");
            lines.add("stack = scsi-mq");
            lines.add("host.driver = scsi-debug");
            lines.add("volume { devices = 1, drives = 1 }");
            lines.add("queue.max-segments = 2048"); // SG_MAX_SEGMENTS
        }
        // in a file of their own: a recorded run has settings that its driver does not use
        List<String> recorded = new ArrayList<>();
        run.settings().forEach((key, value) -> recorded.add(setting(key, value)));
        lines.add("include \"recorded.conf\"");
        try {
            Files.writeString(directory.resolve("recorded.conf"), String.join("\n", recorded) + "\n");
            Path file = Files.writeString(directory.resolve("run.conf"), String.join("\n", lines) + "\n");
            Files.writeString(directory.resolve("job.fio"), job(run));
            return Scenario.load(new ScenarioRequest(file, Optional.empty(), List.of(), HOME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isNullBlk(KernelRun run) {
        return run.device().equals("null_blk");
    }

    private static String setting(String key, String value) {
        return switch (key) {
            case "module.queue_mode" -> "";
            case "module.max_queue" -> "host.can-queue = " + value + ", host.queue-depth = " + value;
            case "queue_depth" -> "host.queue-depth = " + value;
            case "max_sectors_kb", "nomerges", "rq_affinity", "nr_requests" ->
                "queue." + key.replace('_', '-') + " = " + value;
            case "timeout" -> "host.errors.timeout-ms = " + value + "000";
            case "opts", "every_nth" -> "driver." + key + " = " + value;
            default -> key.replace("module.", "driver.") + " = " + value;
        };
    }

    private static String job(KernelRun run) {
        StringBuilder job = new StringBuilder("[job]\nioengine=libaio\ndirect=1\nthread\nfilename=/dev/"
                + (isNullBlk(run) ? "nullb0" : "sda") + "\n");
        run.fio()
                .forEach((key, value) ->
                        job.append(key).append('=').append(value).append('\n'));
        return job.toString();
    }
}
