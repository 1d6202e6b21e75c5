package org.mqemu.blkmq.mq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.topology.Topology;

/**
 * Which hardware queue serves which CPU (blk_mq_tag_set.map), for each type of I/O.
 *
 * <p>Hardware queues are numbered through: those of the default map first, then those of the read map, then those of
 * the poll map. A type without queues of its own uses the default map.
 */
public final class QueueMap {
    /** The types of I/O that may have hardware queues of their own (enum hctx_type of 6.1). */
    public enum Type {
        /** All I/O that has no other type. */
        DEFAULT,
        /** Reads. */
        READ,
        /** Polled I/O. */
        POLL
    }

    private final int queues;
    private final int[][] byType = new int[Type.values().length][];

    private QueueMap(int queues) {
        this.queues = queues;
    }

    /**
     * Spreads the CPUs over the queues of each type: CPU modulo queues (blk_mq_map_queues of 6.1). There are never more
     * queues of a type than CPUs.
     *
     * @param topology the CPUs
     * @param defaultQueues queues of the default map, at least 1
     * @param readQueues queues for reads, 0 if they use the default map
     * @param pollQueues queues for polled I/O, 0 if there is none
     */
    public static QueueMap spread(Topology topology, int defaultQueues, int readQueues, int pollQueues) {
        int cpus = topology.cpus();
        int[] counts = {Math.min(cpus, defaultQueues), Math.min(cpus, readQueues), Math.min(cpus, pollQueues)};
        if (counts[0] < 1 || counts[1] < 0 || counts[2] < 0) {
            throw new IllegalArgumentException("a device needs a hardware queue: " + Arrays.toString(counts));
        }
        QueueMap map = new QueueMap(counts[0] + counts[1] + counts[2]);
        int first = 0;
        for (Type type : Type.values()) {
            int count = counts[type.ordinal()];
            if (count > 0) {
                int offset = first;
                map.fill(type, cpus, cpu -> offset + cpu % count);
                first += count;
            }
        }
        return map;
    }

    /**
     * Gives each NUMA node a queue of its own.
     *
     * @param topology the CPUs
     */
    public static QueueMap perNode(Topology topology) {
        QueueMap map = new QueueMap(topology.nodes());
        map.fill(Type.DEFAULT, topology.cpus(), topology::nodeOf);
        return map;
    }

    /**
     * Maps each CPU as told.
     *
     * @param cpusOf the CPUs of each queue; together every CPU of the machine once
     * @param cpus the machine's CPUs
     * @throws IllegalArgumentException if a CPU is missing, or named twice, or does not exist
     */
    public static QueueMap explicit(List<List<Integer>> cpusOf, int cpus) {
        int[] queueOf = new int[cpus];
        Arrays.fill(queueOf, -1);
        for (int queue = 0; queue < cpusOf.size(); queue++) {
            for (int cpu : cpusOf.get(queue)) {
                if (cpu < 0 || cpu >= cpus) {
                    throw new IllegalArgumentException("there is no CPU " + cpu + ", but 0 to " + (cpus - 1));
                } else if (queueOf[cpu] >= 0) {
                    throw new IllegalArgumentException("CPU " + cpu + " has two hardware queues");
                }
                queueOf[cpu] = queue;
            }
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            if (queueOf[cpu] < 0) {
                throw new IllegalArgumentException("CPU " + cpu + " has no hardware queue");
            }
        }
        QueueMap map = new QueueMap(cpusOf.size());
        map.fill(Type.DEFAULT, cpus, cpu -> queueOf[cpu]);
        return map;
    }

    private void fill(Type type, int cpus, IntUnaryOperator queueOf) {
        int[] queueOfCpu = new int[cpus];
        Arrays.setAll(queueOfCpu, queueOf);
        byType[type.ordinal()] = queueOfCpu;
    }

    /**
     * Returns what kind of I/O a hardware queue serves.
     *
     * @param queue its number
     */
    public Type typeOf(int queue) {
        for (Type type : Type.values()) {
            int[] queueOfCpu = byType[type.ordinal()];
            for (int cpu = 0; queueOfCpu != null && cpu < queueOfCpu.length; cpu++) {
                if (queueOfCpu[cpu] == queue) {
                    return type;
                }
            }
        }
        throw new IllegalArgumentException("hardware queue " + queue + " serves no CPU");
    }

    /** Returns the number of hardware queues. */
    public int queues() {
        return queues;
    }

    /** Returns whether a type has hardware queues of its own. */
    public boolean has(Type type) {
        return byType[type.ordinal()] != null;
    }

    /**
     * Returns the number of the hardware queue that serves a CPU.
     *
     * @param type the I/O's type
     * @param cpu the CPU
     */
    public int queueOf(Type type, int cpu) {
        int[] own = byType[type.ordinal()];
        return own != null ? own[cpu] : byType[Type.DEFAULT.ordinal()][cpu];
    }

    /**
     * Returns the number of the hardware queue that serves an I/O (blk_mq_map_queue).
     *
     * @param op what it does
     * @param polled whether its submitter polls for its end
     * @param cpu the CPU that submits it
     */
    public int queueOf(Op op, boolean polled, int cpu) {
        return queueOf(polled ? Type.POLL : op == Op.READ ? Type.READ : Type.DEFAULT, cpu);
    }

    /**
     * Returns the CPUs that a hardware queue serves, in order (hctx-N/cpu_list).
     *
     * @param queue its number
     */
    public int[] cpusOf(int queue) {
        List<Integer> cpus = new ArrayList<>();
        for (int[] queueOfCpu : byType) {
            for (int cpu = 0; queueOfCpu != null && cpu < queueOfCpu.length; cpu++) {
                if (queueOfCpu[cpu] == queue) {
                    cpus.add(cpu);
                }
            }
        }
        return cpus.stream().mapToInt(Integer::intValue).toArray();
    }
}
