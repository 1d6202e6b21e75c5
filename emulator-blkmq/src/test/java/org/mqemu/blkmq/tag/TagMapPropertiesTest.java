package org.mqemu.blkmq.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.PLAIN;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Contexts;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.topology.Topology;

class TagMapPropertiesTest {

    private static List<Context> contexts(Topology topology) {
        HostFixture host = new HostFixture(topology, PLAIN, 1);
        return host.cpus().stream().map(cpu -> cpu.hardirqContext()).toList();
    }

    private static int take(TagMap map, Context cx) {
        int tag = map.take(cx);
        Contexts.pass(cx);
        return tag;
    }

    private static boolean free(TagMap map, Context cx, int tag) {
        boolean wakes = map.free(cx, tag);
        Contexts.pass(cx);
        return wakes;
    }

    private static void shouldBehaveLikeASet(TagMap map, List<Context> cpus, Random random) {
        BitSet taken = new BitSet();
        List<Integer> list = new ArrayList<>();
        int bias = 1 + random.nextInt(9);
        for (int i = 0; i < 3 * map.depth() + 50; i++) {
            Context cx = cpus.get(random.nextInt(cpus.size()));
            if (random.nextInt(10) < bias || list.isEmpty()) {
                boolean available = map.available(cx.cpuNumber());
                int tag = take(map, cx);
                assertThat(tag != TagMap.NONE).as("got one").isEqualTo(available);
                if (tag != TagMap.NONE) {
                    assertThat(tag).isBetween(0, map.depth() - 1);
                    assertThat(taken.get(tag)).as("taken twice").isFalse();
                    taken.set(tag);
                    list.add(tag);
                }
            } else {
                int tag = list.remove(random.nextInt(list.size()));
                taken.clear(tag);
                free(map, cx, tag);
            }
            assertThat(map.taken()).isEqualTo(taken.cardinality());
        }
        list.forEach(tag -> free(map, cpus.get(random.nextInt(cpus.size())), tag));
        assertThat(map.taken()).isZero();
        BitSet all = new BitSet();
        for (Context cx : cpus) {
            for (int tag = take(map, cx); tag != TagMap.NONE; tag = take(map, cx)) {
                all.set(tag);
            }
        }
        assertThat(all.cardinality()).as("all come back").isEqualTo(map.depth());
        assertThat(map.taken()).isEqualTo(map.depth());
    }

    @Property(tries = 60)
    void shouldHandOutEachBitOnce(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 2_000) int depth,
            @ForAll @IntRange(min = 1, max = 8) int cores) {
        Topology topology = new Topology(1, cores, 1, LINE_COSTS);
        shouldBehaveLikeASet(new SbitmapTags("tags", depth, topology, false), contexts(topology), random);
    }

    @Property(tries = 60)
    void shouldHandOutEachPercpuTagOnce(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 2_000) int depth,
            @ForAll @IntRange(min = 1, max = 8) int cores) {
        Topology topology = new Topology(1, cores, 1, LINE_COSTS);
        shouldBehaveLikeASet(new PercpuIdaTags("tags", depth, topology, false), contexts(topology), random);
    }

    @Property(tries = 40)
    void shouldGetATagFromTheBitmapWhereverOneIsFree(
            @ForAll Random random, @ForAll @IntRange(min = 1, max = 2_000) int depth) {
        Topology topology = new Topology(1, 4, 1, LINE_COSTS);
        List<Context> cpus = contexts(topology);
        SbitmapTags map = new SbitmapTags("tags", depth, topology, false);
        for (int i = 0; i < depth; i++) {
            assertThat(take(map, cpus.get(random.nextInt(4)))).isNotEqualTo(TagMap.NONE);
        }
        assertThat(take(map, cpus.get(0))).isEqualTo(TagMap.NONE);
        int tag = random.nextInt(depth);
        free(map, cpus.get(1), tag);
        assertThat(take(map, cpus.get(2))).isEqualTo(tag);
    }

    /** Words become smaller so that there are four of them, as bt_alloc makes them. */
    @ParameterizedTest
    @CsvSource({"1,64", "3,64", "4,1", "7,1", "8,2", "16,4", "31,4", "32,8", "255,32", "256,64", "2000,64"})
    void shouldPutTagsOfOneWordOnOneLine(int depth, int bitsPerWord) {
        Topology topology = new Topology(1, 2, 1, LINE_COSTS);
        SbitmapTags map = new SbitmapTags("tags", depth, topology, false);
        for (int tag = 0; tag < depth; tag++) {
            assertThat(map.wordOf(tag)).isEqualTo(tag / bitsPerWord);
        }
    }

    @Test
    void shouldSpreadCpusOverTheWords() {
        Topology topology = new Topology(1, 4, 1, LINE_COSTS);
        List<Context> cpus = contexts(topology);
        SbitmapTags map = new SbitmapTags("tags", 256, topology, false);
        assertThat(cpus.stream().map(cx -> take(map, cx)).toList()).containsExactly(0, 64, 128, 192);
    }

    @Test
    void shouldTakeTheTagThatTheCpuFreedLast() {
        Topology topology = new Topology(1, 1, 1, LINE_COSTS);
        Context cx = contexts(topology).get(0);
        SbitmapTags map = new SbitmapTags("tags", 256, topology, false);
        for (int i = 0; i < 100; i++) {
            take(map, cx);
        }
        free(map, cx, 37);
        assertThat(take(map, cx)).isEqualTo(37);
        assertThat(take(map, cx)).isEqualTo(100);
    }

    @Test
    void shouldRefuseATagThatIsFreedTwice() {
        Topology topology = new Topology(1, 1, 1, LINE_COSTS);
        Context cx = contexts(topology).get(0);
        for (TagMap map :
                List.of(new SbitmapTags("tags", 10, topology, false), new PercpuIdaTags("tags", 10, topology, false))) {
            int tag = take(map, cx);
            free(map, cx, tag);
            assertThatIllegalStateException()
                    .isThrownBy(() -> map.free(cx, tag))
                    .withMessage("tag " + tag + " is freed but not taken");
            assertThat(map.taken()).isZero();
            Contexts.pass(cx);
        }
    }

    /** percpu_ida: 4 CPUs with 16 tags cache up to 4 each, move 2 at once, and steal while more than 8 may be cached. */
    @Test
    void shouldStealCachedTagsOnlyWhileHalfOfThemMayBeCached() {
        Topology topology = new Topology(1, 4, 1, LINE_COSTS);
        List<Context> cpus = contexts(topology);
        PercpuIdaTags map = new PercpuIdaTags("tags", 16, topology, false);
        List<Integer> held = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            held.add(take(map, cpus.get(0)));
        }
        assertThat(map.available(3)).isFalse();
        assertThat(free(map, cpus.get(0), held.remove(0)))
                .as("the first of a CPU")
                .isTrue();
        assertThat(free(map, cpus.get(0), held.remove(0))).isFalse();
        assertThat(free(map, cpus.get(1), held.remove(0))).isTrue();
        assertThat(map.available(3)).as("two CPUs may have 8 of 16").isFalse();
        assertThat(take(map, cpus.get(3))).isEqualTo(TagMap.NONE);
        assertThat(free(map, cpus.get(2), held.remove(0))).isTrue();
        assertThat(map.available(3)).isTrue();
        assertThat(take(map, cpus.get(3))).isNotEqualTo(TagMap.NONE);
    }

    @Test
    void shouldGiveABatchBackToTheGlobalListWhenACpuHasEnough() {
        Topology topology = new Topology(1, 4, 1, LINE_COSTS);
        List<Context> cpus = contexts(topology);
        PercpuIdaTags map = new PercpuIdaTags("tags", 16, topology, false);
        List<Integer> held = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            held.add(take(map, cpus.get(0)));
        }
        for (int i = 0; i < 3; i++) {
            free(map, cpus.get(0), held.remove(0));
        }
        assertThat(map.available(3)).isFalse();
        assertThat(free(map, cpus.get(0), held.remove(0))).as("the fourth").isTrue();
        assertThat(map.available(3)).isTrue();
    }

    @Test
    void shouldRefuseAMapWithoutTags() {
        Topology topology = new Topology(1, 1, 1, LINE_COSTS);
        assertThatIllegalArgumentException().isThrownBy(() -> new SbitmapTags("tags", 0, topology, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new PercpuIdaTags("tags", 0, topology, false));
    }
}
