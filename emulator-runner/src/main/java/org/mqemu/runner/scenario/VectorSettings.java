package org.mqemu.runner.scenario;

import java.util.List;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.irq.VectorMap;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.devices.irq.Coalescing;

/** Reads an HBA's interrupt vectors. */
final class VectorSettings {
    private VectorSettings() {}

    /**
     * Reads how many vectors there are and where they go.
     *
     * @param hba the section hba
     * @param topology the CPUs
     */
    static VectorMap map(Settings hba, Topology topology) {
        int given = hba.intAt("vectors", 0, topology.cpus());
        IrqAffinity affinity = hba.oneOf("irq-affinity", IrqAffinity.class);
        List<String> lists = hba.texts("vector-cpus");
        ReplyMap replyMap = hba.oneOf("reply-map", ReplyMap.class);
        int node = hba.intAt("node", 0, topology.nodes() - 1);
        if (affinity == IrqAffinity.EXPLICIT) {
            return explicit(hba, lists, given, replyMap, topology.cpus());
        }
        if (!lists.isEmpty() || replyMap != ReplyMap.AFFINITY) {
            throw hba.problem(
                    lists.isEmpty() ? "reply-map" : "vector-cpus",
                    "the rule of hba.irq-affinity decides that",
                    "set hba.irq-affinity = explicit with it");
        }
        int vectors = given == 0 ? topology.cpus() : given;
        return switch (affinity) {
            case MANAGED -> VectorMap.managed(topology, vectors);
            case HINT -> VectorMap.hinted(topology, vectors);
            case HINT_NEAR_FIRST -> VectorMap.hintedNearFirst(topology, vectors, node);
            case IRQBALANCE -> VectorMap.irqbalance(topology, vectors, node);
            case CPU0 -> VectorMap.cpu0(topology, vectors);
            case EXPLICIT -> throw new IllegalStateException("read above");
        };
    }

    private static VectorMap explicit(Settings hba, List<String> lists, int given, ReplyMap replyMap, int cpus) {
        if (given != 0 && given != lists.size()) {
            throw hba.problem(
                    "vectors",
                    given + " vectors, but " + lists.size() + " lists in hba.vector-cpus",
                    "leave it at 0, or write a list for each vector");
        }
        try {
            List<List<Integer>> affinity = lists.stream().map(CpuList::parse).toList();
            return replyMap == ReplyMap.MODULO
                    ? VectorMap.modulo(affinity, cpus)
                    : VectorMap.byAffinity(affinity, cpus);
        } catch (IllegalArgumentException e) {
            throw hba.problem(
                    "vector-cpus",
                    String.valueOf(e.getMessage()),
                    "write the CPUs of each vector, such as [\"0-3\", \"4-7\"]; every CPU once, unless hba.reply-map = modulo");
        }
    }

    /**
     * Reads how interrupts are held back.
     *
     * @param hba the section hba
     */
    static Coalescing coalescing(Settings hba) {
        int count = hba.intAt("coalesce-count", 1, Coalescing.MAX_COUNT);
        long ns = hba.longAt("coalesce-ns", 0, Coalescing.MAX_NS);
        if (count > 1 && ns == 0) {
            throw hba.problem(
                    "coalesce-count",
                    "without a time the last replies would wait for ever",
                    "set hba.coalesce-ns to the longest time that a reply may wait");
        }
        return new Coalescing(count, ns);
    }
}
