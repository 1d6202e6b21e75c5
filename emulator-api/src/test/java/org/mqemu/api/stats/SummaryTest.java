package org.mqemu.api.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Property
    void agreesWithTheDefinition(
            @ForAll @Size(min = 2, max = 100) List<@LongRange(max = 10_000_000_000L) Long> values) {
        Summary summary = new Summary();
        values.forEach(summary::record);
        double mean = values.stream().mapToLong(Long::longValue).average().orElseThrow();
        double squares =
                values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        assertThat(summary.n()).isEqualTo(values.size());
        assertThat(summary.min())
                .isEqualTo(values.stream().mapToLong(Long::longValue).min().orElseThrow());
        assertThat(summary.max())
                .isEqualTo(values.stream().mapToLong(Long::longValue).max().orElseThrow());
        assertThat(summary.mean()).isCloseTo(mean, within(1e-9 * (mean + 1)));
        double stddev = Math.sqrt(squares / (values.size() - 1));
        assertThat(summary.stddev()).isCloseTo(stddev, within(1e-9 * (mean + stddev + 1)));
    }

    @Property
    void mergingIsRecordingBoth(
            @ForAll @Size(max = 50) List<@LongRange(max = 1_000_000) Long> a,
            @ForAll @Size(max = 50) List<@LongRange(max = 1_000_000) Long> b) {
        Summary left = new Summary();
        Summary right = new Summary();
        Summary both = new Summary();
        a.forEach(left::record);
        b.forEach(right::record);
        a.forEach(both::record);
        b.forEach(both::record);
        left.merge(right);
        assertThat(left.n()).isEqualTo(both.n());
        assertThat(left.min()).isEqualTo(both.min());
        assertThat(left.max()).isEqualTo(both.max());
        assertThat(left.mean()).isCloseTo(both.mean(), within(1e-6));
        assertThat(left.stddev()).isCloseTo(both.stddev(), within(1e-6));
    }

    @Test
    void emptyAndSingle() {
        Summary summary = new Summary();
        assertThat(List.of(summary.n(), summary.min(), summary.max())).containsOnly(0L);
        assertThat(summary.mean() + summary.stddev()).isZero();
        summary.record(7);
        assertThat(summary.mean()).isEqualTo(7);
        assertThat(summary.stddev()).isZero();
        summary.clear();
        assertThat(summary.max()).isZero();
    }

    @Test
    void ratesOfJobsSideBySideAddUp() {
        Summary a = new Summary();
        Summary b = new Summary();
        a.record(100);
        a.record(200);
        b.record(10);
        b.record(30);
        a.addAlongside(b);
        a.addAlongside(new Summary());
        assertThat(a.n()).isEqualTo(4);
        assertThat(a.min()).isEqualTo(110);
        assertThat(a.max()).isEqualTo(230);
        assertThat(a.mean()).isEqualTo(170);
    }
}
