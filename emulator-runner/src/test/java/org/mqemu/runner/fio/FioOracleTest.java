package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the reader against what fio 3.33 was recorded to understand. */
class FioOracleTest {

    @ParameterizedTest
    @ValueSource(strings = {"seq-then-rand", "mixed-batch", "two-globals", "crlf", "keywords", "include/main"})
    void shouldUnderstandFileAsFioDoes(String name) {
        FioJobFile file = FioJobFile.parse(FioTexts.resource(name + ".fio"), FioTexts.TWO_CPUS, FioOverrides.none());

        assertThat(FioShowCmd.showCmd(file))
                .isEqualTo(FioTexts.read(name + ".showcmd").strip());
    }

    static Stream<String> grammar() {
        return FioTexts.read("grammar.tsv").lines();
    }

    @ParameterizedTest
    @MethodSource("grammar")
    void shouldTakeOrRefuseValuesAsFioDoes(String row) {
        String[] columns = row.split("\t", -1);
        String text = "[a]\nioengine=libaio\nfilename=/dev/sda\nsize=16m\nrw=read\n" + columns[0].replace('|', '\n');
        if ("-".equals(columns[1])) {
            assertThatThrownBy(() -> FioTexts.parse(text)).isInstanceOf(FioError.class);
            return;
        }
        FioJob job = FioTexts.parse(text).jobs().get(0);
        FioBlockSizes bs = job.pattern().blockSizes();
        assertThat(String.join(
                        " ",
                        job.pattern().rw().fioName(),
                        Long.toString(bs.readBytes()),
                        Long.toString(bs.writeBytes()),
                        Long.toString(bs.trimBytes()),
                        Integer.toString(job.queueing().iodepth())))
                .isEqualTo(columns[1]);
    }

    @Test
    void shouldRefuseLogsOfRecordedSampleByLine() {
        assertThatThrownBy(() ->
                        FioJobFile.parse(FioTexts.resource("filejob.fio"), FioTexts.TWO_CPUS, FioOverrides.none()))
                .isInstanceOf(FioError.class)
                .hasMessageContaining("filejob.fio:8: log_avg_msec is not emulated yet: no logs are written")
                .hasMessageContaining("filejob.fio:16: rate_iops is not emulated yet");
    }
}
