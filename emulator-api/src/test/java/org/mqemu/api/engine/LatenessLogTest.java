package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class LatenessLogTest {

    @Test
    void nothingWasLate() {
        assertThat(new LatenessLog().summary()).isEqualTo(Lateness.NONE);
    }

    @Property
    void quantilesAreWithinAnEighth(@ForAll @NotEmpty List<@LongRange(min = 0, max = 1L << 50) Long> values) {
        LatenessLog log = new LatenessLog();
        values.forEach(log::add);
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        Lateness lateness = log.summary();
        assertThat(lateness.deliveries()).isEqualTo(sorted.length);
        assertThat(lateness.maxNs()).isEqualTo(sorted[sorted.length - 1]);
        assertClose(lateness.p50Ns(), sorted[(int) Math.ceil(0.5 * sorted.length) - 1]);
        assertClose(lateness.p99Ns(), sorted[(int) Math.ceil(0.99 * sorted.length) - 1]);
    }

    private static void assertClose(long quantileNs, long exactNs) {
        assertThat(quantileNs).isBetween(exactNs, exactNs + exactNs / 8 + 1);
    }

    @Property
    void mergedLogsAreOneLog(@ForAll long[] left, @ForAll long[] right) {
        LatenessLog a = new LatenessLog();
        LatenessLog b = new LatenessLog();
        LatenessLog both = new LatenessLog();
        Arrays.stream(left).forEach(a::add);
        Arrays.stream(right).forEach(b::add);
        Arrays.stream(left).forEach(both::add);
        Arrays.stream(right).forEach(both::add);
        b.inverted();
        both.inverted();
        a.merge(b);
        assertThat(a.summary()).isEqualTo(both.summary());
    }

    @Test
    void trustEndsWithLatenessOrInversions() {
        assertThat(new Lateness(100, 1_000, 90_000, 40, 1_000).trusted()).isTrue();
        assertThat(new Lateness(100, 1_001, 90_000, 0, 1_000).trusted()).isFalse();
        assertThat(new Lateness(100, 500, 90_000, 41, 1_000).trusted()).isFalse();
    }
}
