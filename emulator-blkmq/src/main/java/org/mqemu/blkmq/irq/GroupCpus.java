package org.mqemu.blkmq.irq;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.mqemu.blkmq.topology.Topology;

/**
 * Divides the CPUs of a machine into groups of about the same size, first by nodes, then by cores, as managed interrupts
 * are spread.
 *
 * <p>Caveat: nodes are taken in the order of their numbers; kernels since 5.5 sort them by their number of CPUs, which
 * leaves those of the same size in no order that matters.
 *
 * <p>Source: kernel/irq/affinity.c of 5.5 to 6.1, irq_create_affinity_masks; lib/group_cpus.c since 6.2.
 */
public final class GroupCpus {
    private final Topology topology;
    private final List<List<Integer>> groups = new ArrayList<>();

    private GroupCpus(Topology topology) {
        this.topology = topology;
    }

    /**
     * Divides the CPUs.
     *
     * @param topology the CPUs
     * @param groups the number of groups, 1 to the number of CPUs
     * @return the CPUs of each group, in order; together every CPU once
     */
    public static List<List<Integer>> evenly(Topology topology, int groups) {
        if (groups < 1 || groups > topology.cpus()) {
            throw new IllegalArgumentException(
                    "there can be 1 to " + topology.cpus() + " groups of CPUs, one a CPU at most: " + groups);
        }
        GroupCpus made = new GroupCpus(topology);
        if (groups <= topology.nodes()) {
            made.wholeNodes(groups);
        } else {
            made.partsOfNodes(groups);
        }
        return made.groups;
    }

    /** Fewer groups than nodes: the nodes go round the groups. */
    private void wholeNodes(int count) {
        for (int group = 0; group < count; group++) {
            int own = group;
            groups.add(IntStream.range(0, topology.cpus())
                    .filter(cpu -> topology.nodeOf(cpu) % count == own)
                    .boxed()
                    .toList());
        }
    }

    /** Each node gets its share of the groups that are left, by its share of the CPUs that are left. */
    private void partsOfNodes(int count) {
        int groupsLeft = count;
        int cpusLeft = topology.cpus();
        for (int node = 0; node < topology.nodes(); node++) {
            SortedSet<Integer> cpus = cpusOf(node);
            int share = Math.max(1, groupsLeft * cpus.size() / cpusLeft);
            groupsLeft -= share;
            cpusLeft -= cpus.size();
            int each = cpus.size() / share;
            int larger = cpus.size() - each * share;
            for (int i = 0; i < share; i++) {
                groups.add(take(cpus, i < larger ? each + 1 : each));
            }
        }
    }

    private SortedSet<Integer> cpusOf(int node) {
        SortedSet<Integer> cpus = new TreeSet<>();
        for (int cpu = 0; cpu < topology.cpus(); cpu++) {
            if (topology.nodeOf(cpu) == node) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }

    /** Takes the lowest CPU, then its sibling, then the next lowest. */
    private List<Integer> take(SortedSet<Integer> from, int count) {
        SortedSet<Integer> group = new TreeSet<>();
        while (group.size() < count) {
            int cpu = from.first();
            from.remove(cpu);
            group.add(cpu);
            int sibling = topology.siblingOf(cpu);
            if (group.size() < count && from.remove(sibling)) {
                group.add(sibling);
            }
        }
        return List.copyOf(group);
    }
}
