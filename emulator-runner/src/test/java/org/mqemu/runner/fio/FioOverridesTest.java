package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FioOverridesTest {

    private static final String TEXT =
            "[global]\nioengine=libaio\niodepth=4\ndirect=1\nfilename=x\n[a]\niodepth=8\nsize=5k\n";

    private static FioJobFile with(Map<String, String> overrides) {
        return FioJobFile.parse(TEXT, "t.fio", FioTexts.TWO_CPUS, FioOverrides.of(overrides));
    }

    @Test
    void shouldWinOverGlobalAndJob() {
        FioJob job = with(Map.of("iodepth", "32", "filename", "y:z")).jobs().get(0);

        assertThat(job.queueing().iodepth()).isEqualTo(32);
        assertThat(job.filenames()).containsExactly("y", "z");
    }

    @Test
    void shouldSetKbBaseForTheWholeFile() {
        assertThat(with(Map.of("kb_base", "1000")).jobs().get(0).extent().size().value())
                .isEqualTo(5000);
    }

    @Test
    void shouldBeValidatedAlike() {
        assertThatThrownBy(() -> with(Map.of("iodepth", "x")))
                .isInstanceOf(FioError.class)
                .hasMessage("--set: bad value \"x\" for iodepth: expected a whole number of at least 1");
        assertThatThrownBy(() -> with(Map.of("iodpth", "1"))).hasMessageContaining("did you mean \"iodepth\"?");
    }

    @Test
    void shouldReplaceKeywords() {
        assertThat(with(Map.of("numjobs", "$ncpus*2")).jobs().get(0).placement().numjobs())
                .isEqualTo(4);
    }

    @Test
    void shouldShowInCommand() {
        assertThat(FioShowCmd.showCmd(with(Map.of("blocksize", "512")).jobs().get(0)))
                .isEqualTo("--name=a --iodepth=8 --size=5k --bs=512");
    }
}
