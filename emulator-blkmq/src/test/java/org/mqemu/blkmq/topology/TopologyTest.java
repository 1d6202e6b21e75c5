package org.mqemu.blkmq.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyTest {
    private static final LineCosts COSTS = new LineCosts(6, 12, 45, 130);

    private static int[] each(int cpus, IntUnaryOperator of) {
        return IntStream.range(0, cpus).map(of).toArray();
    }

    @Test
    void shouldNumberFirstThreadsNodeByNodeThenSecondThreads() {
        Topology topology = new Topology(2, 2, 2, COSTS);
        assertThat(topology.cpus()).isEqualTo(8);
        assertThat(topology.nodes()).isEqualTo(2);
        assertThat(each(8, topology::coreOf)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
        assertThat(each(8, topology::nodeOf)).containsExactly(0, 0, 1, 1, 0, 0, 1, 1);
        assertThat(each(8, topology::siblingOf)).containsExactly(4, 5, 6, 7, 0, 1, 2, 3);
    }

    @Test
    void shouldPairCpu0WithCpu6OnSixCores() {
        Topology topology = new Topology(1, 6, 2, COSTS);
        assertThat(topology.siblingOf(0)).isEqualTo(6);
        assertThat(topology.siblingOf(6)).isZero();
    }

    @Test
    void shouldHaveNoSiblingsWithOneThreadPerCore() {
        Topology topology = new Topology(2, 3, 1, COSTS);
        assertThat(each(6, topology::siblingOf)).containsOnly(-1);
        assertThat(each(6, topology::nodeOf)).containsExactly(0, 0, 0, 1, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({"0,0,6", "0,4,12", "4,0,12", "0,1,45", "0,5,45", "0,2,130", "4,6,130", "-1,3,6"})
    void shouldChargeATransferByDistance(int from, int to, long ns) {
        assertThat(new Topology(2, 2, 2, COSTS).transferNs(from, to)).isEqualTo(ns);
    }

    @Test
    void shouldShareTheLastLevelCacheWithinANode() {
        Topology topology = new Topology(2, 2, 2, COSTS);
        assertThat(topology.shareCache(0, 5)).isTrue();
        assertThat(topology.shareCache(0, 2)).isFalse();
        assertThat(topology.shareCache(1, 6)).isFalse();
    }

    @Property(tries = 60)
    void shouldAgreeWithItselfOnEveryMachine(
            @ForAll @IntRange(min = 1, max = 4) int nodes,
            @ForAll @IntRange(min = 1, max = 8) int cores,
            @ForAll @IntRange(min = 1, max = 2) int threads) {
        Topology topology = new Topology(nodes, cores, threads, COSTS);
        int[] perCore = new int[nodes * cores];
        int[] perNode = new int[nodes];
        for (int a = 0; a < topology.cpus(); a++) {
            perCore[topology.coreOf(a)]++;
            perNode[topology.nodeOf(a)]++;
            int sibling = topology.siblingOf(a);
            if (threads == 2) {
                assertThat(sibling).isNotEqualTo(a);
                assertThat(topology.siblingOf(sibling)).isEqualTo(a);
                assertThat(topology.coreOf(sibling)).isEqualTo(topology.coreOf(a));
            }
            for (int b = 0; b < topology.cpus(); b++) {
                assertThat(topology.transferNs(a, b)).isEqualTo(topology.transferNs(b, a));
            }
        }
        assertThat(perCore).containsOnly(threads);
        assertThat(perNode).containsOnly(cores * threads);
    }

    @ParameterizedTest
    @CsvSource({"0,1,1", "1,0,1", "1,1,0", "1,1,3"})
    void shouldRefuseAMachineThatDoesNotExist(int nodes, int cores, int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Topology(nodes, cores, threads, COSTS))
                .withMessageContaining("at least 1 node");
    }

    @ParameterizedTest
    @CsvSource({"-1,1,1,1", "2,1,3,4", "1,3,2,4", "1,2,4,3"})
    void shouldRefuseCostsThatFallWithDistance(long cpu, long sibling, long node, long other) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LineCosts(cpu, sibling, node, other))
                .withMessageContaining("distance");
    }
}
