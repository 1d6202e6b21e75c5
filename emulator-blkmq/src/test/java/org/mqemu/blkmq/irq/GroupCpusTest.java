package org.mqemu.blkmq.irq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

class GroupCpusTest {
    /** CPUs 0 to 3 and 8 to 11 on node 0, the others on node 1; siblings differ by 8. */
    private static final Topology TWO_NODES = topology(2, 4, 2);

    private static Topology topology(int nodes, int cores, int threads) {
        return new Topology(nodes, cores, threads, new LineCosts(1, 2, 3, 4));
    }

    @Test
    void shouldKeepSiblingsTogether() {
        assertThat(GroupCpus.evenly(TWO_NODES, 8))
                .containsExactly(
                        List.of(0, 8),
                        List.of(1, 9),
                        List.of(2, 10),
                        List.of(3, 11),
                        List.of(4, 12),
                        List.of(5, 13),
                        List.of(6, 14),
                        List.of(7, 15));
    }

    @Test
    void shouldGiveTheFirstGroupsOfANodeOneMoreIfItDoesNotDivide() {
        assertThat(GroupCpus.evenly(TWO_NODES, 6))
                .containsExactly(
                        List.of(0, 1, 8),
                        List.of(2, 3, 10),
                        List.of(9, 11),
                        List.of(4, 5, 12),
                        List.of(6, 7, 14),
                        List.of(13, 15));
    }

    @Test
    void shouldGiveEachNodeItsShareOfAnOddNumber() {
        assertThat(GroupCpus.evenly(TWO_NODES, 5))
                .containsExactly(
                        List.of(0, 1, 8, 9),
                        List.of(2, 3, 10, 11),
                        List.of(4, 5, 12),
                        List.of(6, 7, 14),
                        List.of(13, 15));
    }

    @Test
    void shouldMakeAGroupOfEachCpu() {
        assertThat(GroupCpus.evenly(topology(1, 6, 2), 12))
                .containsExactlyElementsOf(
                        IntStream.range(0, 12).mapToObj(List::of).toList());
        assertThat(GroupCpus.evenly(TWO_NODES, 16).stream().flatMap(List::stream))
                .containsExactly(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    }

    @Test
    void shouldLetNodesGoRoundFewerGroups() {
        assertThat(GroupCpus.evenly(topology(4, 1, 1), 3)).containsExactly(List.of(0, 3), List.of(1), List.of(2));
        assertThat(GroupCpus.evenly(topology(2, 2, 1), 1)).containsExactly(List.of(0, 1, 2, 3));
    }

    @Test
    void shouldRefuseMoreGroupsThanCpus() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GroupCpus.evenly(TWO_NODES, 17))
                .withMessageContaining("1 to 16");
        assertThatIllegalArgumentException().isThrownBy(() -> GroupCpus.evenly(TWO_NODES, 0));
    }

    /** Against the rule in one sentence: cut each node's CPUs, listed core by core where siblings fit, into even pieces. */
    @Property(tries = 200)
    void shouldDivideEachNodeEvenly(
            @ForAll @IntRange(min = 1, max = 4) int nodes,
            @ForAll @IntRange(min = 1, max = 7) int cores,
            @ForAll @IntRange(min = 1, max = 2) int threads,
            @ForAll @IntRange(min = 1, max = 56) int wanted,
            @ForAll boolean interleaved) {
        Topology topology = new Topology(nodes, cores, threads, interleaved, new LineCosts(1, 2, 3, 4));
        int groups = Math.min(wanted, topology.cpus());
        List<List<Integer>> made = GroupCpus.evenly(topology, groups);

        assertThat(made).hasSize(groups).noneMatch(List::isEmpty);
        assertThat(made.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, topology.cpus()).boxed().toList());
        if (groups <= nodes) {
            return;
        }
        List<List<Integer>> sizesOfNode = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            int own = node;
            List<List<Integer>> ofNode = made.stream()
                    .filter(group -> topology.nodeOf(group.get(0)) == own)
                    .toList();
            assertThat(ofNode).allSatisfy(group -> assertThat(group).allMatch(cpu -> topology.nodeOf(cpu) == own));
            sizesOfNode.add(ofNode.stream().map(List::size).toList());
            assertThat(ofNode.size()).isBetween(groups / nodes, (groups + nodes - 1) / nodes);
        }
        for (List<Integer> sizes : sizesOfNode) {
            int n = sizes.size();
            int cpus = cores * threads;
            assertThat(sizes)
                    .containsExactlyElementsOf(IntStream.range(0, n)
                            .map(i -> i < cpus % n ? cpus / n + 1 : cpus / n)
                            .boxed()
                            .toList());
        }
    }
}
