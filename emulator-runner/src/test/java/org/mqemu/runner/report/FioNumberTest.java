package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations are what fio 3.33 printed for the same numbers. */
class FioNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "3998, 3998",
        "9999, 9999",
        "10000, 10.0k",
        "16000, 16.0k",
        "256000, 256k",
        "3406276, 3406k",
        "6721641, 6722k",
        "999999, 1000k",
        "13999999, 14.0M"
    })
    void counts(long value, String text) {
        assertThat(FioNumber.count(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "32772096, 31.3MiB, 32.8MB", "8388608, 8192KiB, 8389kB", "1048576000, 1000MiB, 1049MB",
        "16377859, 15.6MiB, 16.4MB", "13966061568, 13.0GiB, 14.0GB", "2147483648, 2048MiB, 2147MB",
        "411000, 401KiB, 411kB", "65536, 64.0KiB, 65.5kB"
    })
    void bytes(long value, String binary, String decimal) {
        assertThat(FioNumber.binaryBytes(value)).isEqualTo(binary);
        assertThat(FioNumber.decimalBytes(value)).isEqualTo(decimal);
    }

    @ParameterizedTest
    @CsvSource({"984515, 984515", "2292600, 2292.6k", "1000099, 1000.1k"})
    void latencyBounds(long value, String text) {
        assertThat(FioNumber.latency(value)).isEqualTo(text);
    }

    @Test
    void doublesAreRoundedAsPrintfDoes() {
        assertThat(Fmt.fixed(0.125, 2)).isEqualTo("0.12");
        assertThat(Fmt.fixed(0.375, 2)).isEqualTo("0.38");
        assertThat(Fmt.fixed(2.675, 2)).isEqualTo("2.67");
        assertThat(Fmt.fixed(1e15, 6)).isEqualTo("1000000000000000.000000");
        assertThat(Fmt.fixed(-0.0, 1)).isEqualTo("0.0");
        assertThat(Fmt.fixed(6.66, 5, 2)).isEqualTo(" 6.66");
        assertThat(Fmt.fixed(Double.NaN, 2)).isEqualTo("nan");
        assertThat(Fmt.fixed(Double.NEGATIVE_INFINITY, 2)).isEqualTo("-inf");
    }

    @Test
    void durationsHaveTheirUnit() {
        assertThat(Fmt.duration(850)).isEqualTo("850 ns");
        assertThat(Fmt.duration(850.25)).isEqualTo("850.2 ns");
        assertThat(Fmt.duration(41_250)).isEqualTo("41.25 us");
        assertThat(Fmt.duration(41_250_000)).isEqualTo("41.25 ms");
        assertThat(Fmt.duration(2_060_000_000L)).isEqualTo("2.060 s");
    }
}
