package org.mqemu.scsi.lld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

class NullCommandsTest {
    private static Topology cpus(int count) {
        return new Topology(1, count, 1, new LineCosts(1, 2, 3, 4));
    }

    @Test
    void shouldLetNeighboursShareAQueue() {
        NullCommands commands = new NullCommands("nullb0", 3, 10, cpus(8), false);
        List<Integer> taken = new ArrayList<>();
        for (int cpu = 0; cpu < 8; cpu++) {
            taken.add(commands.reserve(cpu));
        }
        assertThat(taken).as("3 CPUs a queue").containsExactly(0, 1, 2, 10, 11, 12, 20, 21);
    }

    @Test
    void shouldHaveALineFor512Commands() {
        assertThat(new NullCommands("nullb0", 2, 600, cpus(4), false).lines())
                .extracting(CacheLine::name)
                .containsExactly("nullb0.tag_map0", "nullb0.tag_map0.1", "nullb0.tag_map1", "nullb0.tag_map1.1");
    }

    @Test
    void shouldRefuseToFreeTwice() {
        NullCommands commands = new NullCommands("nullb0", 1, 2, cpus(1), false);
        int command = commands.reserve(0);
        commands.release(command);
        assertThatIllegalStateException()
                .isThrownBy(() -> commands.release(command))
                .withMessageContaining("freed twice");
    }

    @Property(tries = 100)
    void shouldTakeTheFirstFreeCommandOfItsQueue(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 4) int queues,
            @ForAll @IntRange(min = 1, max = 140) int depth) {
        NullCommands commands = new NullCommands("nullb0", queues, depth, cpus(queues), false);
        BitSet used = new BitSet();
        for (int i = 0; i < 400; i++) {
            if (random.nextInt(3) == 0 && !used.isEmpty()) {
                int freed = used.nextSetBit(random.nextInt(used.length()));
                used.clear(freed);
                commands.release(freed);
            } else {
                int cpu = random.nextInt(queues);
                int first = used.nextClearBit(cpu * depth);
                int expected = first < (cpu + 1) * depth ? first : NullCommands.NONE;
                assertThat(commands.reserve(cpu)).isEqualTo(expected);
                if (expected != NullCommands.NONE) {
                    used.set(expected);
                }
            }
            assertThat(commands.inUse()).isEqualTo(used.cardinality());
        }
    }
}
