package org.mqemu.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.ScenarioRun;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/**
 * Whatever fails, on whichever stack and driver: recovery ends, every request ends exactly once, no tag, budget or index is
 * lost.
 *
 * <p>{@code -Dmqemu.fault.runs=10000} makes more runs, {@code -Dmqemu.fault.first=N} begins at another seed.
 */
class RandomFaultScriptsTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();
    private static final int RUNS = Integer.getInteger("mqemu.fault.runs", 1_500);
    private static final long FIRST = Long.getLong("mqemu.fault.first", 1);

    @TempDir
    Path directory;

    @Test
    void shouldEndEveryRequestOnceAndLoseNothing() throws IOException {
        List<String> failures = new ArrayList<>();
        long answered = 0;
        for (long seed = FIRST; seed < FIRST + RUNS && failures.size() < 5; seed++) {
            try {
                RunReport report = run(seed);
                answered += report.emulation().conservation().total().submitted();
                if (!report.emulation().trusted()) {
                    failures.add(seed + ": " + report.emulation().conservation());
                }
            } catch (RuntimeException e) {
                failures.add(seed + ": " + e);
            }
        }
        assertThat(failures).isEmpty();
        assertThat(answered).isGreaterThan(20L * RUNS);
    }

    @Test
    void shouldSayTheSameForTheSameSeed() throws IOException {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            assertThat(run(seed).emulation().kernelLog())
                    .isEqualTo(run(seed).emulation().kernelLog());
        }
    }

    private RunReport run(long seed) throws IOException {
        Path scenario = Files.writeString(directory.resolve("random.conf"), new RandomMachine(seed).text());
        Files.writeString(directory.resolve("random.fio"), RandomMachine.job(seed));
        Scenario loaded = Scenario.load(new ScenarioRequest(scenario, Optional.empty(), List.of(), HOME));
        return new ScenarioRun(loaded, new RunOptions(ClockSettings.VIRTUAL, seed, false), "test").run();
    }
}
