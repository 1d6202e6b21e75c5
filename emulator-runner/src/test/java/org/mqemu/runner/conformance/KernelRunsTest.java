package org.mqemu.runner.conformance;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelRunsTest {
    @TempDir
    Path directory;

    static List<KernelRun> runs() {
        return KernelRun.all().stream()
                .filter(run -> !run.name().startsWith("eh-"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldPrint(KernelRun run) {
        System.out.println("KERNEL " + run.name() + " " + run.figures());
        try {
            long t = System.nanoTime();
            Emulated e = Emulated.run(run, directory);
            System.out.println("OURS   " + run.name() + " " + e.figures() + " quiet " + e.quiet() + " holds "
                    + e.report().emulation().conservation().holds() + " ms " + (System.nanoTime() - t) / 1000000);
        } catch (Throwable e) {
            System.out.println("OURS   " + run.name() + " " + e);
            e.printStackTrace(System.out);
        }
    }
}
