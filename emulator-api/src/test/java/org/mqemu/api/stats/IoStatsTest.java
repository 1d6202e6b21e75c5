package org.mqemu.api.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IoStatsTest {
    private static final long MS = 1_000_000;

    @Test
    void keepsWhatFioKeepsByDefault() {
        IoStats stats = new IoStats(StatsOptions.defaults(), 0);
        stats.record(IoDirection.READ, MS, 4096, 1_000, 20_000, 21_000);
        stats.record(IoDirection.READ, 2 * MS, 4096, 1_000, 30_000, 31_000);
        stats.record(IoDirection.WRITE, 3 * MS, 512, 500, 900, 1_400);
        stats.recordSync(5_000);
        stats.finish(10 * MS);
        DirectionStats reads = stats.direction(IoDirection.READ);
        assertThat(reads.totalIos()).isEqualTo(2);
        assertThat(reads.bytes()).isEqualTo(8192);
        assertThat(reads.iops()).isEqualTo(200);
        assertThat(reads.bytesPerSecond()).isEqualTo(819_200);
        assertThat(reads.runtimeMs()).isEqualTo(10);
        assertThat(reads.latency(LatencyKind.CLAT).summary().mean()).isEqualTo(25_000);
        FioHistogram histogram = reads.latency(LatencyKind.CLAT).histogram();
        assertThat(histogram).isNotNull();
        assertThat(histogram.count()).isEqualTo(2);
        assertThat(reads.latency(LatencyKind.SLAT).histogram()).isNull();
        assertThat(reads.rates().iops().n()).isZero();
        assertThat(stats.direction(IoDirection.TRIM).runtimeMs()).isZero();
        assertThat(stats.totalIos()).isEqualTo(3);
        assertThat(stats.totalSyncs()).isEqualTo(1);
        assertThat(stats.bands().countAt(LatencyBands.Unit.NSEC, 9)).isEqualTo(1);
        assertThat(stats.bands().total()).isEqualTo(3);
    }

    @Test
    void gtodReduceKeepsCountsOnly() {
        IoStats stats = new IoStats(StatsOptions.gtodReduce(), 0);
        for (int i = 0; i < 1000; i++) {
            stats.record(IoDirection.READ, i * MS, 4096, 1, 2, 3);
        }
        stats.finish(1000 * MS);
        DirectionStats reads = stats.direction(IoDirection.READ);
        assertThat(reads.iops()).isEqualTo(1000);
        for (LatencyKind kind : LatencyKind.values()) {
            assertThat(reads.latency(kind).summary().n()).isZero();
            assertThat(reads.latency(kind).isKept()).isFalse();
        }
        assertThat(reads.rates().bandwidth().n()).isZero();
        assertThat(stats.bands().total()).isZero();
    }

    @Test
    void ratesAreSampledPerFullWindowAndEmptyWindowsLeaveNone() {
        IoStats stats = new IoStats(StatsOptions.defaults(), 100 * MS);
        for (int ms = 100; ms < 1100; ms++) {
            stats.record(IoDirection.WRITE, ms * MS, 4096, 0, 1, 1);
        }
        stats.record(IoDirection.WRITE, 5_000 * MS, 4096, 0, 1, 1);
        stats.finish(5_050 * MS);
        RateSamples rates = stats.direction(IoDirection.WRITE).rates();
        assertThat(rates.iops().n()).isEqualTo(2);
        assertThat(rates.iops().min()).isEqualTo(1000);
        assertThat(rates.iops().max()).isEqualTo(1000);
        assertThat(rates.bandwidth().mean()).isEqualTo(4000);
        IoStats exact = new IoStats(StatsOptions.defaults(), 0);
        exact.record(IoDirection.READ, 0, 1024, 0, 1, 1);
        exact.finish(500 * MS);
        assertThat(exact.direction(IoDirection.READ).rates().iops().n()).isEqualTo(1);
    }

    @Test
    void mergedJobsRunSideBySide() {
        IoStats a = new IoStats(StatsOptions.defaults(), 0);
        IoStats b = new IoStats(StatsOptions.defaults(), 0);
        for (int i = 0; i < 600; i++) {
            a.record(IoDirection.READ, i * MS, 4096, 1, 10, 11);
            b.record(IoDirection.READ, i * MS, 4096, 1, 30, 31);
        }
        a.depths().record(1);
        b.depths().record(32);
        a.finish(600 * MS);
        b.finish(650 * MS);
        IoStats sum = a.copy();
        sum.merge(b);
        DirectionStats reads = sum.direction(IoDirection.READ);
        assertThat(reads.totalIos()).isEqualTo(1200);
        assertThat(reads.runtimeMs()).isEqualTo(650);
        assertThat(reads.latency(LatencyKind.CLAT).summary().mean()).isEqualTo(20);
        assertThat(reads.rates().iops().mean()).isEqualTo(2000);
        assertThat(reads.rates().iops().n()).isEqualTo(2);
        assertThat(sum.depths().percentAt(5)).isEqualTo(50);
        assertThat(a.totalIos()).isEqualTo(600);
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,1", "3,1", "4,2", "7,2", "8,3", "16,4", "31,4", "32,5", "63,5", "64,6", "100000,6"})
    void levelsAreNamedByTheirLowestDepth(int depth, int bucket) {
        DepthMap map = DepthMap.ofLevels();
        map.add(depth, 3);
        assertThat(map.countAt(bucket)).isEqualTo(3);
        assertThat(map.percentAt(bucket)).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "4,1", "5,2", "8,2", "9,3", "16,3", "17,4", "32,4", "33,5", "64,5", "65,6", "9999,6"})
    void batchesAreNamedByTheirHighestSize(int size, int bucket) {
        DepthMap map = DepthMap.ofBatches();
        map.record(size);
        assertThat(map.countAt(bucket)).isEqualTo(1);
        assertThat(map.total()).isEqualTo(1);
    }

    @Test
    void aTraceOfADepthIsNotRoundedAway() {
        DepthMap map = DepthMap.ofLevels();
        map.add(1, 1_000_000);
        map.record(2);
        assertThat(map.percentAt(1)).isEqualTo(0.1);
        assertThat(map.percentAt(2)).isZero();
        assertThatThrownBy(() -> map.merge(DepthMap.ofBatches())).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, NSEC, 0",
        "2, NSEC, 1",
        "999, NSEC, 9",
        "1000, USEC, 0",
        "1999, USEC, 0",
        "250000, USEC, 7",
        "999999, USEC, 9",
        "1000000, MSEC, 0",
        "999999999, MSEC, 9",
        "1000000000, MSEC, 10",
        "1999999999, MSEC, 10",
        "2000000000, MSEC, 11",
        "99000000000, MSEC, 11"
    })
    void bandsAreNamedByTheValueTheyStayBelow(long ns, LatencyBands.Unit unit, int band) {
        LatencyBands bands = new LatencyBands();
        bands.record(ns);
        assertThat(bands.countAt(unit, band)).isEqualTo(1);
        assertThat(bands.percentAt(unit, band, 1_000_000)).isEqualTo(0.01);
        assertThat(unit.labels()).hasSize(unit == LatencyBands.Unit.MSEC ? 12 : 10);
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> new StatsOptions(Set.of(), Set.of(), true, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void largeByteCountsDoNotOverflow() {
        IoStats stats = new IoStats(StatsOptions.defaults(), 0);
        stats.record(IoDirection.READ, 1, 1L << 50, 0, 1, 1);
        stats.finish(60_000 * MS);
        assertThat(stats.direction(IoDirection.READ).bytesPerSecond()).isEqualTo((1L << 50) / 60);
    }
}
