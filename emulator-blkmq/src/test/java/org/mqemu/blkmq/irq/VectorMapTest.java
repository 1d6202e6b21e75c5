package org.mqemu.blkmq.irq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

class VectorMapTest {
    private static final int CPUS = 16;

    /** CPUs 0 to 3 and 8 to 11 on node 0, the others on node 1. */
    private static final Topology TWO_NODES = new Topology(2, 4, 2, new LineCosts(1, 2, 3, 4));

    private static List<Integer> interrupted(VectorMap map) {
        return IntStream.range(0, map.vectors())
                .map(map::interruptedCpu)
                .boxed()
                .toList();
    }

    private static List<Integer> replyQueues(VectorMap map) {
        return IntStream.range(0, CPUS).map(map::replyQueueOf).boxed().toList();
    }

    @Test
    void shouldAnswerToTheManagedVectorThatHasTheCpu() {
        VectorMap map = VectorMap.managed(TWO_NODES, 8);
        assertThat(replyQueues(map)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(interrupted(map)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(map.affinityOf(3)).containsExactly(3, 11);
    }

    @Test
    void shouldInterruptTheSubmitterWhereEachCpuHasAManagedVector() {
        VectorMap map = VectorMap.managed(TWO_NODES, CPUS);
        for (int cpu = 0; cpu < CPUS; cpu++) {
            assertThat(map.interruptedCpu(map.replyQueueOf(cpu))).isEqualTo(cpu);
        }
    }

    @Test
    void shouldHintOneCpuAfterTheOther() {
        VectorMap map = VectorMap.hinted(TWO_NODES, 6);
        assertThat(interrupted(map)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(replyQueues(map)).containsExactly(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3);
    }

    @Test
    void shouldHintTheCpusOfTheHbasNodeFirst() {
        assertThat(interrupted(VectorMap.hintedNearFirst(TWO_NODES, 10, 1)))
                .containsExactly(4, 5, 6, 7, 12, 13, 14, 15, 0, 1);
    }

    @Test
    void shouldLetIrqbalanceStayOnTheHbasNodeAndTakeItsFirstCpuLast() {
        assertThat(interrupted(VectorMap.irqbalance(TWO_NODES, 10, 1)))
                .containsExactly(5, 6, 7, 12, 13, 14, 15, 4, 5, 6);
    }

    @Test
    void shouldPutAllOnCpu0() {
        VectorMap map = VectorMap.cpu0(TWO_NODES, 3);
        assertThat(interrupted(map)).containsExactly(0, 0, 0);
        assertThat(replyQueues(map)).startsWith(0, 1, 2, 0);
    }

    @Test
    void shouldInterruptTheFirstCpuOfAList() {
        VectorMap map = VectorMap.byAffinity(List.of(List.of(2, 0), List.of(1, 3)), 4);
        assertThat(interrupted(map)).containsExactly(2, 1);
        assertThat(map.replyQueueOf(0)).isZero();
        assertThat(map.replyQueueOf(3)).isEqualTo(1);
        VectorMap shifted = VectorMap.modulo(List.of(List.of(1), List.of(0)), 2);
        assertThat(shifted.interruptedCpu(shifted.replyQueueOf(0))).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.byAffinity(List.of(List.of(0), List.of(0, 1)), 2))
                .withMessage("CPU 0 has 2 vectors");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.byAffinity(List.of(List.of(0)), 2))
                .withMessage("CPU 1 has no vector");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.modulo(List.of(List.of(2)), 2))
                .withMessage("there is no CPU 2, but 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.modulo(List.of(List.of(), List.of(1)), 2))
                .withMessage("a vector has no CPU that it may interrupt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.hinted(TWO_NODES, 17))
                .withMessageContaining("1 to 16 vectors");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VectorMap.irqbalance(TWO_NODES, 1, 2))
                .withMessage("there is no node 2, but 0 to 1");
    }
}
