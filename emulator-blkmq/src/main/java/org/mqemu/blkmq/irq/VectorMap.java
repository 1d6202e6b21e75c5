package org.mqemu.blkmq.irq;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.mqemu.blkmq.topology.Topology;

/**
 * Which CPUs each MSI-X vector of an HBA may interrupt, and which vector's reply queue the answers to a CPU's commands come
 * to. Both are fixed for a run.
 *
 * <p>Of the CPUs that a vector may interrupt x86 takes the first: since an interrupt has one target (APIC physical mode,
 * 2.6 to 6.x), the others only matter when that one goes offline.
 */
public final class VectorMap {
    private final List<List<Integer>> affinity;
    private final int[] vectorOf;

    private VectorMap(List<List<Integer>> affinity, int cpus, IntUnaryOperator vectorOf) {
        this.affinity = affinity.stream().map(List::copyOf).toList();
        this.vectorOf = IntStream.range(0, cpus).map(vectorOf).toArray();
    }

    // ---- who decides where vectors go ----

    /**
     * The kernel spreads managed interrupts (PCI_IRQ_AFFINITY) and the driver asks it which vector is a CPU's; nobody can
     * change it. Drivers since 4.10 to 4.17.
     *
     * @param topology the CPUs
     * @param vectors the number of vectors, 1 to the number of CPUs
     */
    public static VectorMap managed(Topology topology, int vectors) {
        return byAffinity(GroupCpus.evenly(topology, vectors), topology.cpus());
    }

    /**
     * The driver hints one CPU after the other (irq_set_affinity_hint), and the hint is honoured; a CPU's commands are
     * answered to vector CPU modulo vectors. hpsa up to 4.9.
     *
     * <p>Source: drivers/scsi/hpsa.c of 3.15, hpsa_irq_affinity_hints.
     *
     * @param topology the CPUs
     * @param vectors the number of vectors, 1 to the number of CPUs
     */
    public static VectorMap hinted(Topology topology, int vectors) {
        return modulo(everyVector(topology, vectors, vector -> vector), topology.cpus());
    }

    /**
     * The driver hints the CPUs of the HBA's own node first, then the others (cpumask_local_spread).
     *
     * <p>Source: lib/cpumask.c of 4.1 on.
     *
     * @param topology the CPUs
     * @param vectors the number of vectors, 1 to the number of CPUs
     * @param node the HBA's node
     */
    public static VectorMap hintedNearFirst(Topology topology, int vectors, int node) {
        List<Integer> cpus = new ArrayList<>(cpusOf(topology, node));
        IntStream.range(0, topology.cpus())
                .filter(cpu -> topology.nodeOf(cpu) != node)
                .forEach(cpus::add);
        return modulo(everyVector(topology, vectors, cpus::get), topology.cpus());
    }

    /**
     * Hints are ignored and irqbalance has put the vectors where it does: one after the other on the CPUs of the HBA's
     * node, the node's first CPU last.
     *
     * <p>ASSUMED from irqbalance 1.0 to 1.9 (placement.c: storage interrupts go to the device's node and there to the CPU
     * with the least load, one of other devices' first CPU counts a bit more): vectors of the same load, which have been
     * placed once.
     *
     * @param topology the CPUs
     * @param vectors the number of vectors, 1 to the number of CPUs
     * @param node the HBA's node
     */
    public static VectorMap irqbalance(Topology topology, int vectors, int node) {
        List<Integer> near = cpusOf(topology, node);
        return modulo(everyVector(topology, vectors, vector -> near.get((vector + 1) % near.size())), topology.cpus());
    }

    /**
     * Nobody has moved an interrupt from CPU 0.
     *
     * @param topology the CPUs
     * @param vectors the number of vectors, 1 to the number of CPUs
     */
    public static VectorMap cpu0(Topology topology, int vectors) {
        return modulo(everyVector(topology, vectors, vector -> 0), topology.cpus());
    }

    // ---- as told ----

    /**
     * Vectors that may interrupt these CPUs (smp_affinity_list); a CPU's commands are answered to vector CPU modulo
     * vectors.
     *
     * @param affinity the CPUs of each vector, at least one each
     * @param cpus the machine's CPUs
     * @throws IllegalArgumentException if there is no vector, or more than CPUs, or a CPU does not exist
     */
    public static VectorMap modulo(List<List<Integer>> affinity, int cpus) {
        check(affinity, cpus);
        return new VectorMap(affinity, cpus, cpu -> cpu % affinity.size());
    }

    /**
     * Vectors that may interrupt these CPUs and take the answers to these CPUs' commands.
     *
     * @param affinity the CPUs of each vector; together every CPU of the machine once
     * @param cpus the machine's CPUs
     * @throws IllegalArgumentException if a CPU is missing, or named twice, or does not exist, or a vector has none
     */
    public static VectorMap byAffinity(List<List<Integer>> affinity, int cpus) {
        check(affinity, cpus);
        for (int cpu = 0; cpu < cpus; cpu++) {
            int own = cpu;
            long vectors = affinity.stream().filter(of -> of.contains(own)).count();
            if (vectors != 1) {
                throw new IllegalArgumentException(
                        "CPU " + cpu + (vectors == 0 ? " has no vector" : " has " + vectors + " vectors"));
            }
        }
        return new VectorMap(affinity, cpus, cpu -> vectorWith(affinity, cpu));
    }

    private static int vectorWith(List<List<Integer>> affinity, int cpu) {
        return IntStream.range(0, affinity.size())
                .filter(vector -> affinity.get(vector).contains(cpu))
                .findFirst()
                .orElseThrow();
    }

    private static void check(List<List<Integer>> affinity, int cpus) {
        if (affinity.isEmpty() || affinity.size() > cpus) {
            throw new IllegalArgumentException(
                    "there can be 1 to " + cpus + " vectors, one a CPU at most: " + affinity.size());
        }
        for (List<Integer> of : affinity) {
            if (of.isEmpty()) {
                throw new IllegalArgumentException("a vector has no CPU that it may interrupt");
            }
            for (int cpu : of) {
                if (cpu < 0 || cpu >= cpus) {
                    throw new IllegalArgumentException("there is no CPU " + cpu + ", but 0 to " + (cpus - 1));
                }
            }
        }
    }

    private static List<List<Integer>> everyVector(Topology topology, int vectors, IntUnaryOperator cpuOf) {
        if (vectors < 1 || vectors > topology.cpus()) {
            throw new IllegalArgumentException(
                    "there can be 1 to " + topology.cpus() + " vectors, one a CPU at most: " + vectors);
        }
        return IntStream.range(0, vectors)
                .map(cpuOf)
                .mapToObj(cpu -> List.of(cpu))
                .toList();
    }

    private static List<Integer> cpusOf(Topology topology, int node) {
        if (node < 0 || node >= topology.nodes()) {
            throw new IllegalArgumentException("there is no node " + node + ", but 0 to " + (topology.nodes() - 1));
        }
        return IntStream.range(0, topology.cpus())
                .filter(cpu -> topology.nodeOf(cpu) == node)
                .boxed()
                .toList();
    }

    // ---- what is asked ----

    /** Returns the number of vectors, and of reply queues. */
    public int vectors() {
        return affinity.size();
    }

    /**
     * Returns the CPUs that a vector may interrupt (smp_affinity_list).
     *
     * @param vector its number, from 0
     */
    public List<Integer> affinityOf(int vector) {
        return affinity.get(vector);
    }

    /**
     * Returns the CPU that a vector interrupts (effective_affinity_list).
     *
     * @param vector its number, from 0
     */
    public int interruptedCpu(int vector) {
        return affinity.get(vector).get(0);
    }

    /**
     * Returns the reply queue that the answers to a CPU's commands come to, which has the number of its vector.
     *
     * @param cpu the CPU
     */
    public int replyQueueOf(int cpu) {
        return vectorOf[cpu];
    }
}
