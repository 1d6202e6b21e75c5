package org.mqemu.blkmq.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;

class OffsetGeneratorTest {
    private static OffsetGenerator generator(IoPattern pattern) {
        return new OffsetGenerator(pattern, RandomStream.of(1, "fio.0"));
    }

    private static List<Long> sectors(OffsetGenerator generator, Op op, int count) {
        List<Long> sectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sectors.add(generator.nextSector(op));
        }
        return sectors;
    }

    @Test
    void shouldReadOneBlockAfterTheOtherAndWrapAtTheEndOfTheRegion() {
        OffsetGenerator generator = generator(new IoPattern(100, false, false, 8, 8, 0, 32));
        assertThat(sectors(generator, Op.READ, 6)).containsExactly(0L, 8L, 16L, 24L, 0L, 8L);
    }

    @Test
    void shouldStayInARegionThatStartsLater() {
        OffsetGenerator generator = generator(new IoPattern(100, false, false, 8, 8, 1_000, 24));
        assertThat(sectors(generator, Op.READ, 4)).containsExactly(1_000L, 1_008L, 1_016L, 1_000L);
    }

    @Test
    void shouldWrapBeforeAPartOfABlockAtTheEnd() {
        OffsetGenerator generator = generator(new IoPattern(100, false, false, 8, 8, 0, 23));
        assertThat(sectors(generator, Op.READ, 3)).containsExactly(0L, 8L, 0L);
    }

    @Test
    void shouldKeepThePositionsOfReadsAndWritesApart() {
        OffsetGenerator generator = generator(new IoPattern(50, false, false, 8, 16, 0, 64));
        assertThat(generator.nextSector(Op.READ)).isZero();
        assertThat(generator.nextSector(Op.READ)).isEqualTo(8);
        assertThat(generator.nextSector(Op.WRITE)).isZero();
        assertThat(generator.nextSector(Op.WRITE)).isEqualTo(16);
        assertThat(generator.nextSector(Op.READ)).isEqualTo(16);
    }

    @Test
    void shouldGiveReadsAndWritesTheirOwnSizes() {
        OffsetGenerator generator = generator(new IoPattern(50, false, false, 8, 16, 0, 64));
        assertThat(generator.sectors(Op.READ)).isEqualTo(8);
        assertThat(generator.sectors(Op.WRITE)).isEqualTo(16);
    }

    @Property(tries = 300)
    void shouldDrawAlignedBlocksInsideTheRegion(
            @ForAll @IntRange(min = 1, max = 64) int readSectors,
            @ForAll @IntRange(min = 1, max = 64) int writeSectors,
            @ForAll @IntRange(min = 0, max = 10_000) int start,
            @ForAll @IntRange(min = 0, max = 5_000) int more,
            @ForAll boolean randomMap) {
        int region = Math.max(readSectors, writeSectors) + more;
        OffsetGenerator generator =
                generator(new IoPattern(50, true, randomMap, readSectors, writeSectors, start, region));
        for (int i = 0; i < 200; i++) {
            Op op = generator.nextOp();
            long offset = generator.nextSector(op) - start;
            assertThat(offset).isBetween(0L, (long) region - generator.sectors(op));
            assertThat(offset % generator.sectors(op)).isZero();
        }
    }

    @Test
    void shouldReachEveryBlockByRandomDraws() {
        OffsetGenerator generator = generator(new IoPattern(100, true, false, 8, 8, 0, 800));
        Set<Long> seen = new HashSet<>(sectors(generator, Op.READ, 2_000));
        assertThat(seen).hasSize(100);
    }

    @Test
    void shouldVisitEachBlockOnceBeforeAnyAgainWithARandomMap() {
        OffsetGenerator generator = generator(new IoPattern(0, true, true, 8, 8, 0, 800));
        Set<Long> first = new HashSet<>(sectors(generator, Op.WRITE, 100));
        Set<Long> second = new HashSet<>(sectors(generator, Op.WRITE, 100));
        assertThat(first).hasSize(100);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldRepeatBlocksWithoutARandomMap() {
        OffsetGenerator generator = generator(new IoPattern(100, true, false, 8, 8, 0, 800));
        assertThat(new HashSet<>(sectors(generator, Op.READ, 100))).hasSizeLessThan(80);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, 70, 99})
    void shouldDrawTheMixsShareOfReads(int percent) {
        OffsetGenerator generator = generator(new IoPattern(percent, true, false, 8, 8, 0, 800));
        int draws = 20_000;
        int reads = 0;
        for (int i = 0; i < draws; i++) {
            if (generator.nextOp() == Op.READ) {
                reads++;
            }
        }
        double share = percent / 100.0;
        assertThat(reads / (double) draws).isCloseTo(share, within(4 * Math.sqrt(share * (1 - share) / draws)));
    }

    @Test
    void shouldOnlyReadOrOnlyWriteAtTheEndsOfTheScale() {
        OffsetGenerator reads = generator(new IoPattern(100, true, false, 8, 8, 0, 800));
        OffsetGenerator writes = generator(new IoPattern(0, true, false, 8, 8, 0, 800));
        for (int i = 0; i < 1_000; i++) {
            assertThat(reads.nextOp()).isEqualTo(Op.READ);
            assertThat(writes.nextOp()).isEqualTo(Op.WRITE);
        }
    }
}
