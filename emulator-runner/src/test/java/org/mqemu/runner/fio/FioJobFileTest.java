package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FioJobFileTest {

    @Test
    void shouldInheritOnlyFromGlobalSectionsAbove() {
        FioJobFile file = FioTexts.parse("[global]\nbs=8k\n[a]\n[global]\nbs=16k\n[b]\n");

        assertThat(file.jobs())
                .extracting(job -> job.pattern().blockSizes().readBytes())
                .containsExactly(8192L, 16384L);
        assertThat(file.sections()).extracting(FioSection::isGlobal).containsExactly(true, false, true, false);
    }

    @Test
    void shouldMakeTwoJobsOfOneNameTwice() {
        assertThat(FioTexts.parse("[a]\nbs=8k\n[a]\nbs=4k\n").jobs())
                .extracting(FioJob::name)
                .containsExactly("a", "a");
    }

    @Test
    void shouldRenameJobButNotByGlobalName() {
        FioJobFile file = FioTexts.parse("[global]\nname=g\n[a]\n[b]\nname=c\n");

        assertThat(file.jobs()).extracting(FioJob::name).containsExactly("a", "c");
    }

    @Test
    void shouldTakeEmptyName() {
        assertThat(FioTexts.parse("[]\n").jobs().get(0).name()).isEmpty();
    }

    @Test
    void shouldTakeSpacesOnBothSidesOfEquals() {
        FioJob job = FioTexts.job("  rw  =\trandread  ", "bs = 8k");

        assertThat(job.pattern().rw()).isEqualTo(ReadWrite.RANDREAD);
        assertThat(job.pattern().blockSizes().readBytes()).isEqualTo(8192);
    }

    @Test
    void shouldSeeTextAfterHeader() {
        FioJobFile file = FioTexts.parse("[a] ; hello\n[b] x\ndirect=1\n");

        assertThat(file.jobs()).extracting(FioJob::name).containsExactly("a", "b");
        assertThat(file.warnings().get(0)).hasToString("t.fio:2: warning: text after ] is passed over");
    }

    @Test
    void shouldReplaceEnvironmentAndWarnOfUnset() {
        FioJobFile file =
                FioTexts.parse("[a]\ndirect=1\nsize=${SIZE}m\nfilename=/dev/${NO}sda\n", Map.of("SIZE", "64"));

        assertThat(file.jobs().get(0).extent().size()).hasToString("67108864");
        assertThat(file.jobs().get(0).filenames()).containsExactly("/dev/sda");
        assertThat(file.warnings())
                .extracting(FioWarning::toString)
                .containsExactly("t.fio:4: warning: ${NO} is not set and reads as nothing");
    }

    @Test
    void shouldReplaceKeywordsByTheEmulatedMachine() {
        FioJob job = FioTexts.job("numjobs=$ncpus*3", "bs=$pagesize", "size=($mb_memory * 1k)");

        assertThat(job.placement().numjobs()).isEqualTo(6);
        assertThat(job.pattern().blockSizes().readBytes()).isEqualTo(4096);
        assertThat(job.extent().size().value()).isEqualTo(FioContext.DEFAULT_MEMORY_MB * 1024);
    }

    @Test
    void shouldReplaceInheritedFilenamesAndAddUpOwn() {
        FioJobFile file = FioTexts.parse("[global]\nfilename=x\n[a]\n[b]\nfilename=y:z\nfilename=/dev/w\n");

        assertThat(file.jobs())
                .extracting(FioJob::filenames)
                .containsExactly(List.of("x"), List.of("y", "z", "/dev/w"));
    }

    @Test
    void shouldTakeKbBaseWhereverItStands() {
        FioJob job = FioTexts.job("size=5k", "bs=4kib", "kb_base=1000");

        assertThat(job.extent().size().value()).isEqualTo(5000);
        assertThat(job.pattern().blockSizes().readBytes()).isEqualTo(4096);
    }

    @Test
    void shouldReadCrlfAsLf() {
        String text = "[global]\nbs=8k ; x\n\n[a]\nthread\nrw = write\n";

        assertThat(FioTexts.parse(text.replace("\n", "\r\n")).jobs())
                .isEqualTo(FioTexts.parse(text).jobs());
    }
}
