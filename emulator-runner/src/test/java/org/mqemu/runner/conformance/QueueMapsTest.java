package org.mqemu.runner.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.blkmq.mq.QueueMap;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/** Which hardware queue serves which CPU, as a real 6.1 showed in mq/. */
class QueueMapsTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAME = Pattern.compile("(null|scsi)-q(\\d+)(-p(\\d+))?(-shared)?-(\\d)cpu");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null-q1-4cpu",
                "null-q2-4cpu",
                "null-q3-4cpu",
                "null-q4-4cpu",
                "null-q4-p2-4cpu",
                "null-q8-4cpu",
                "null-q1-8cpu",
                "null-q2-8cpu",
                "null-q3-8cpu",
                "null-q4-8cpu",
                "null-q4-p2-8cpu",
                "null-q8-8cpu",
                "scsi-q1-4cpu",
                "scsi-q2-4cpu",
                "scsi-q4-4cpu",
                "scsi-q4-shared-4cpu",
                "scsi-q1-8cpu",
                "scsi-q2-8cpu",
                "scsi-q4-8cpu",
                "scsi-q4-shared-8cpu"
            })
    void shouldSpreadCpusOverQueuesAsTheKernelDid(String name) throws IOException {
        Matcher parts = NAME.matcher(name);
        assertThat(parts.matches()).isTrue();
        boolean scsi = parts.group(1).equals("scsi");
        List<String> lines = new ArrayList<>(List.of(
                "include \"kernels/linux-6.1.conf\"",
                "include \"machines/two-nodes.conf\"",
                "include \"drives/sas-ssd-12g.conf\"",
                "machine { cores-per-node = 2, threads-per-core = " + Integer.parseInt(parts.group(6)) / 4 + " }",
                "stack = " + (scsi ? "scsi-mq" : "blk-mq"),
                "host.driver = " + (scsi ? "scsi-debug" : "null-blk"),
                "volume { devices = 1, drives = 1 }",
                "driver { submit_queues = " + parts.group(2) + ", shared_tag_bitmap = " + (parts.group(5) != null)
                        + " }",
                "job = job.fio"));
        if (parts.group(4) != null) {
            lines.add("driver.poll_queues = " + parts.group(4));
        }
        Files.writeString(directory.resolve("job.fio"), "[job]\nfilename=" + (scsi ? "sda" : "nullb0") + "\n");
        Path file = Files.writeString(directory.resolve("map.conf"), String.join("\n", lines) + "\n");
        QueueMap map = Scenario.load(new ScenarioRequest(file, Optional.empty(), List.of(), HOME))
                .driver()
                .map();

        List<String> ours = new ArrayList<>();
        for (int queue = 0; queue < map.queues(); queue++) {
            ours.add(queue + " cpu_list=" + Arrays.toString(map.cpusOf(queue)));
        }
        assertThat(ours)
                .isEqualTo(KernelRun.lines("maps/map-" + name + ".txt").stream()
                        .map(line -> line.substring(0, line.indexOf(" nr_tags")))
                        .toList());
    }
}
