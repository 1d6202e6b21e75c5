package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KyberLatenciesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long TARGET = 2_000_000L;

    private final KyberLatencies latencies = new KyberLatencies();
    private final KyberLatencies.Patience patience = new KyberLatencies.Patience();

    private void add(int count, long latencyNs) {
        for (int i = 0; i < count; i++) {
            latencies.add(latencyNs, TARGET);
        }
        latencies.gather();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 0",
        "500000, 0",
        "500001, 1",
        "2000000, 3",
        "2000001, 4",
        "3500000, 6",
        "3500001, 7",
        "9000000000, 7",
        "-5, 0"
    })
    void shouldHaveBucketsOfAQuarterOfTheTarget(long latencyNs, int bucket) {
        assertThat(KyberLatencies.bucket(latencyNs, TARGET)).isEqualTo(bucket);
    }

    @Test
    void shouldTakeATargetOfNothingForOneNanosecond() {
        assertThat(KyberLatencies.bucket(3, 0)).isEqualTo(2);
    }

    @Test
    void shouldReturnTheBucketOfAPercentileAndForgetTheSamples() {
        add(450, 1);
        add(50, 5_000_000);

        assertThat(latencies.percentile(90, patience, 0)).isZero();
        assertThat(latencies.percentile(90, patience, 0)).isEqualTo(KyberLatencies.NONE);
        add(449, 1);
        add(51, 5_000_000);
        assertThat(latencies.percentile(90, patience, 0)).isEqualTo(7);
    }

    @Test
    void shouldWaitASecondForFiveHundredSamples() {
        add(499, 1);

        assertThat(latencies.percentile(90, patience, 5)).isEqualTo(KyberLatencies.NONE);
        assertThat(latencies.percentile(90, patience, SECOND + 4)).isEqualTo(KyberLatencies.NONE);
        assertThat(latencies.percentile(90, patience, SECOND + 5)).isZero();
    }

    @Test
    void shouldNotBeginToWaitBeforeTheFirstSample() {
        assertThat(latencies.percentile(90, patience, 0)).isEqualTo(KyberLatencies.NONE);
        add(1, 1);
        assertThat(latencies.percentile(90, patience, 3 * SECOND)).isEqualTo(KyberLatencies.NONE);
        assertThat(latencies.percentile(90, patience, 4 * SECOND)).isZero();
    }
}
