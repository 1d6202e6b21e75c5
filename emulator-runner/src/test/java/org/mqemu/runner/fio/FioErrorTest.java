package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FioErrorTest {

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "iodepth=x | bad value \"x\" for iodepth: expected a whole number of at least 1",
                "iodepth=0 | bad value \"0\" for iodepth: expected a whole number of at least 1",
                "iodepth=-1 | bad value \"-1\" for iodepth: expected a whole number of at least 1",
                "iodepth=3.7 | bad value \"3.7\" for iodepth: expected a whole number of at least 1",
                "iodepth=99999999999999999999 | for iodepth: expected a whole number of at most 65536",
                "numjobs=0 | bad value \"0\" for numjobs: expected a whole number of at least 1",
                "numjobs=4097 | bad value \"4097\" for numjobs: expected a whole number of at most 4096",
                "bs=100 | bad value \"100\" for bs: expected a multiple of 512 bytes of at least 512",
                "bs=1000 | bad value \"1000\" for bs: expected a multiple of 512 bytes, not 1000",
                "size=0 | bad value \"0\" for size: expected a size in bytes or percent such as 64m or 50% of at least 1",
                "size=101% | bad value \"101%\" for size: expected a share from 1% to 100%",
                "size=512 | bad value \"512\" for size: expected at least one block, 4096 bytes",
                "offset=513 | bad value \"513\" for offset: expected a multiple of 512 bytes",
                "size | option size needs a value: expected size= and a size in bytes or percent, such as 64m or 50%",
                "rw=reed | (did you mean \"read\"?)",
                "iodpth=3 | unknown option \"iodpth\" (did you mean \"iodepth\"?)",
                "Size=3 | unknown option \"Size\" (did you mean \"size\"?)",
                "rate=1m | rate is not emulated yet: jobs submit as fast as they can",
                "thinktime=5 | thinktime is not emulated yet: jobs do not pause between I/Os",
                "bssplit=4k/50:8k/50 | bssplit is not emulated yet: block sizes do not vary",
                "exec_prerun=rm | exec_prerun is refused: it would run a program on this machine",
                "ioengine=net | ioengine=net is refused: it does network I/O",
                "ioengine=external:x.so | is refused: it would load code into this program",
                "ioengine=libaoi | (did you mean \"libaio\"?)",
                "cpus_allowed=0:2 | expected CPU numbers and ranges such as 0-3,7 (fio 3.33 has no strides",
                "cpus_allowed=2 | bad value \"2\" for cpus_allowed: expected CPUs from 0 to 1, as 2 CPUs are emulated",
                "runtime=5x | bad value \"5x\" for runtime: expected a time such as 10, 10s",
                "rw={{ .Rw }} | unfilled template",
                "filename=$@ | unfilled template",
                "bs=${NO} | ${NO} is not set and reads as nothing",
                "include no.fio | cannot include no.fio: no such file",
                "percentile_list=0 | percentages above 0 and up to 100",
            })
    void shouldSayWhereWhatAndWhatWouldBeValid(String line, String expected) {
        FioError error = FioTexts.error("[a]\n\n" + line + "\n");

        assertThat(error).hasMessageStartingWith("t.fio:3: ").hasMessageContaining(expected);
        assertThat(error.line()).isEqualTo(3);
        assertThat(error.column()).isEqualTo(1);
        assertThat(error.getStackTrace()).isEmpty();
    }

    @Test
    void shouldReportAllProblemsTogetherInOrderUpToTwenty() {
        assertThat(FioTexts.error("[a]\nbs=x\n{{ y }}\nrw=z\n").problems())
                .extracting(FioProblem::line)
                .containsExactly(2, 3, 4);
        assertThat(FioTexts.error("[a]\n" + "nosuch=1\n".repeat(30)))
                .hasMessageEndingWith("... and 10 more")
                .extracting(error -> error.problems().size())
                .isEqualTo(FioError.MAX_PROBLEMS);
    }

    @Test
    void shouldReportInheritedProblemOnce() {
        assertThat(FioTexts.error("[global]\nbs=x\n[a]\n[b]\n[c]\n").problems()).hasSize(1);
    }

    @Test
    void shouldRefuseFileWithoutJobs() {
        assertThat(FioTexts.error("")).hasMessageStartingWith("t.fio: no jobs defined");
        assertThat(FioTexts.error("[global]\nbs=4k\n")).hasMessageStartingWith("t.fio: no jobs defined");
        assertThat(FioTexts.error("[global]\nbs=x\n").line()).isEqualTo(2);
    }

    @Test
    void shouldRefuseOptionOutsideOfSection() {
        assertThat(FioTexts.error("bs=4k\n"))
                .hasMessage("t.fio:1: option outside of a section: bs=4k (put [NAME] or [global] above it)");
    }

    @Test
    void shouldRefuseMoreCopiesThanFio() {
        assertThat(FioTexts.error("[a]\nnumjobs=4096\n[b]\n")).hasMessageStartingWith("t.fio:3: too many jobs");
    }

    @Test
    void shouldRefuseNoiseQuickly() throws IOException {
        byte[] noise = new byte[10 << 20];
        new Random(1).nextBytes(noise);
        assertRefusedQuickly(noise, "expected at most 1048576 bytes");
        assertRefusedQuickly(Arrays.copyOf(noise, 1 << 16), "expected text in UTF-8");
        assertRefusedQuickly("[a]\nbs=4k\0\n", ":2: not a job file: control character 0");
        assertRefusedQuickly("[a]\nbs=" + "4".repeat(9000), ":2: line too long");
    }

    @Test
    void shouldRefuseExcessQuickly() throws IOException {
        assertRefusedQuickly("[a]\n".repeat(100_000), "too many jobs");
        assertRefusedQuickly("[a]\n".repeat(200_000), "too long: expected at most 200000 lines");
        assertRefusedQuickly("[global]\n" + "nosuch=1\n".repeat(999) + "[a]\n".repeat(4096), "unknown option");
        assertRefusedQuickly(("[a]\n" + "abcdefghi=1\n".repeat(900)).repeat(90), "unknown option");
        assertRefusedQuickly("[global]\n" + "rw=read\n".repeat(300) + "[a]\n".repeat(4096) + "rw=x\n", "bad value");
        assertRefusedQuickly("[global]\n" + "thread\n".repeat(1 << 16), "too many options");
    }

    private void assertRefusedQuickly(String text, String expected) throws IOException {
        assertRefusedQuickly(text.getBytes(StandardCharsets.UTF_8), expected);
    }

    private void assertRefusedQuickly(byte[] bytes, String expected) throws IOException {
        Path file = Files.write(directory.resolve("noise.fio"), bytes);
        Assertions.assertTimeout(
                Duration.ofSeconds(5),
                () -> assertThatThrownBy(() -> FioJobFile.parse(file, FioTexts.TWO_CPUS, FioOverrides.none()))
                        .isInstanceOf(FioError.class)
                        .hasMessageContaining(expected));
    }

    @Test
    void shouldRefuseCircularIncludesAndMissingFiles() throws IOException {
        Files.writeString(directory.resolve("a.fio"), "[a]\ninclude b.inc\n");
        Files.writeString(directory.resolve("b.inc"), "bs=8k\ninclude ./b.inc\n");

        assertThatThrownBy(() -> FioJobFile.parse(directory.resolve("a.fio"), FioTexts.TWO_CPUS, FioOverrides.none()))
                .hasMessage(directory.resolve("b.inc") + ":2: cannot include ./b.inc: it includes itself");
        assertThatThrownBy(() -> FioJobFile.parse(directory.resolve("c.fio"), FioTexts.TWO_CPUS, FioOverrides.none()))
                .isInstanceOf(FioError.class)
                .hasMessage(directory.resolve("c.fio") + ": no such file");
        assertThatThrownBy(() -> FioJobFile.parse(directory, FioTexts.TWO_CPUS, FioOverrides.none()))
                .isInstanceOf(FioError.class);
    }

    @Test
    void shouldRefuseSectionInIncludedFile() throws IOException {
        Files.writeString(directory.resolve("a.fio"), "[a]\ninclude b.inc\n");
        Files.writeString(directory.resolve("b.inc"), "[b]\n");

        assertThatThrownBy(() -> FioJobFile.parse(directory.resolve("a.fio"), FioTexts.TWO_CPUS, FioOverrides.none()))
                .hasMessageContaining("b.inc:1: a section in an included file");
    }

    @Test
    void shouldBoundHowDeepIncludesGo() throws IOException {
        for (int i = 0; i < 20; i++) {
            Files.writeString(directory.resolve(i + ".fio"), (i == 0 ? "[a]\n" : "") + "include " + (i + 1) + ".fio\n");
        }

        assertThatThrownBy(() -> FioJobFile.parse(directory.resolve("0.fio"), FioTexts.TWO_CPUS, FioOverrides.none()))
                .isInstanceOf(FioError.class)
                .hasMessageContaining("too many includes: expected at most 16 within each other");
    }
}
