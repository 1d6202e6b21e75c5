package org.mqemu.api.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FioHistogramTest {
    @Test
    void bucketValuesAreThoseFioPrints() {
        long[] seen = {24448, 24960, 25728, 35072, 536576, 684032, 831488, 995328, 1417216, 2179072, 2072576, 6586368};
        for (long value : seen) {
            assertThat(FioHistogram.bucketValue(FioHistogram.bucketOf(value))).isEqualTo(value);
        }
    }

    @Property
    void everyBucketValueFallsIntoItsBucket(@ForAll @IntRange(max = FioHistogram.BUCKETS - 1) int bucket) {
        assertThat(FioHistogram.bucketOf(FioHistogram.bucketValue(bucket))).isEqualTo(bucket);
    }

    @Property
    void aBucketIsWithinOnePartInAHundredAndTwentyEight(@ForAll @LongRange(max = 17_000_000_000L) long ns) {
        long value = FioHistogram.bucketValue(FioHistogram.bucketOf(ns));
        assertThat(Math.abs(value - ns) * 128).isLessThanOrEqualTo(ns);
    }

    @Test
    void longerThanTheLastBucketIsCountedThere() {
        FioHistogram histogram = new FioHistogram();
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.countAt(FioHistogram.BUCKETS - 1)).isOne();
        assertThatThrownBy(() -> histogram.record(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thresholdsAreThoseOfTheDoublesExactValue() {
        assertThat(Percentile.of("99.95").rankOf(8000)).isEqualTo(7997);
        assertThat(Percentile.of("99.9").rankOf(8000)).isEqualTo(7993);
        assertThat(Percentile.of("99.5").rankOf(8000)).isEqualTo(7960);
        assertThat(Percentile.of("1.00").rankOf(8000)).isEqualTo(80);
        assertThat(Percentile.of("100").rankOf(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        FioHistogram histogram = new FioHistogram();
        for (int i = 1; i <= 8000; i++) {
            histogram.record(i <= 7996 ? 1 : 2);
        }
        assertThat(histogram.percentile("99.950000")).isEqualTo(2);
        assertThat(histogram.percentile("99.949000")).isEqualTo(1);
    }

    @Property
    void percentilesAreTheRankedSample(
            @ForAll @Size(min = 1, max = 300) List<@LongRange(max = 127) Long> samples,
            @ForAll @IntRange(min = 1, max = 800) int eighths) {
        FioHistogram histogram = new FioHistogram();
        samples.forEach(histogram::record);
        List<Long> sorted = new ArrayList<>(samples);
        Collections.sort(sorted);
        int rank = (eighths * samples.size() + 799) / 800;
        assertThat(histogram.percentile(Double.toString(eighths / 8.0))).isEqualTo(sorted.get(rank - 1));
    }

    @Property
    void mergingIsRecordingBoth(
            @ForAll List<@LongRange(max = 20_000_000_000L) Long> a,
            @ForAll List<@LongRange(max = 20_000_000_000L) Long> b) {
        FioHistogram left = new FioHistogram();
        FioHistogram right = new FioHistogram();
        FioHistogram both = new FioHistogram();
        a.forEach(left::record);
        b.forEach(right::record);
        a.forEach(both::record);
        b.forEach(both::record);
        left.merge(right);
        assertThat(bins(left)).isEqualTo(bins(both));
        assertThat(left.count()).isEqualTo(a.size() + b.size());
        left.clear();
        assertThat(left.count()).isZero();
        assertThat(bins(left)).isEmpty();
        assertThat(left.percentile("50")).isZero();
    }

    private static List<String> bins(FioHistogram histogram) {
        List<String> bins = new ArrayList<>();
        histogram.forEachBin((value, count) -> bins.add(value + "=" + count));
        return bins;
    }

    @Test
    void percentilesAreChecked() {
        assertThatThrownBy(() -> Percentile.of("0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Percentile.of("100.1")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Percentile.of("99.95").jsonKey()).isEqualTo("99.950000");
        assertThat(Percentile.of("1e1").decimals()).isZero();
        assertThat(Percentile.fioDefaults()).hasSize(17).isSorted();
    }
}
