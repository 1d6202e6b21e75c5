package org.mqemu.blkmq.topology;

/**
 * Which logical CPUs share a core, a node, nothing; and what it costs to fetch a cache line from one another.
 *
 * <p>CPUs are numbered as Linux numbers them on x86 servers: first one thread of every core, node by node (or round the
 * nodes, where the firmware lists them so), then the second threads in the same order. So on 6 cores with 2 threads each, CPU 0 and CPU 6 are siblings.
 */
public final class Topology {
    private final int nodes;
    private final int coresPerNode;
    private final int threadsPerCore;
    private final boolean interleaved;
    private final long[][] transferNs;

    /**
     * Creates a topology.
     *
     * @param nodes the number of NUMA nodes, at least 1
     * @param coresPerNode cores in each node, at least 1
     * @param threadsPerCore hardware threads of each core, 1 or 2
     * @param costs what a cache line costs by distance
     */
    public Topology(int nodes, int coresPerNode, int threadsPerCore, LineCosts costs) {
        this(nodes, coresPerNode, threadsPerCore, false, costs);
    }

    /**
     * Creates a topology.
     *
     * @param nodes the number of NUMA nodes, at least 1
     * @param coresPerNode cores in each node, at least 1
     * @param threadsPerCore hardware threads of each core, 1 or 2
     * @param interleaved whether consecutive CPU numbers go round the nodes, as some firmware numbers them, instead of
     *     node by node
     * @param costs what a cache line costs by distance
     */
    public Topology(int nodes, int coresPerNode, int threadsPerCore, boolean interleaved, LineCosts costs) {
        this.interleaved = interleaved;
        if (nodes < 1 || coresPerNode < 1 || threadsPerCore < 1 || threadsPerCore > 2) {
            throw new IllegalArgumentException("a machine needs at least 1 node and 1 core, and 1 or 2 threads a core: "
                    + nodes + " nodes, " + coresPerNode + " cores a node, " + threadsPerCore + " threads a core");
        }
        this.nodes = nodes;
        this.coresPerNode = coresPerNode;
        this.threadsPerCore = threadsPerCore;
        int n = cpus();
        transferNs = new long[n][n];
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                transferNs[from][to] = costBetween(from, to, costs);
            }
        }
    }

    private long costBetween(int from, int to, LineCosts costs) {
        if (from == to) {
            return costs.sameCpuNs();
        } else if (coreOf(from) == coreOf(to)) {
            return costs.siblingNs();
        } else if (nodeOf(from) == nodeOf(to)) {
            return costs.sameNodeNs();
        }
        return costs.otherNodeNs();
    }

    /** Returns the number of logical CPUs. */
    public int cpus() {
        return nodes * coresPerNode * threadsPerCore;
    }

    /** Returns the number of NUMA nodes. */
    public int nodes() {
        return nodes;
    }

    /** Returns the core of a CPU, from 0 over all nodes. */
    public int coreOf(int cpu) {
        return cpu % (nodes * coresPerNode);
    }

    /** Returns the NUMA node of a CPU. */
    public int nodeOf(int cpu) {
        return interleaved ? coreOf(cpu) % nodes : coreOf(cpu) / coresPerNode;
    }

    /** Returns the other thread of a CPU's core, or -1 if the core has one thread. */
    public int siblingOf(int cpu) {
        int cores = nodes * coresPerNode;
        return threadsPerCore == 1 ? -1 : cpu < cores ? cpu + cores : cpu - cores;
    }

    /** Returns whether two CPUs share a last-level cache, taken to be one a node. */
    public boolean shareCache(int a, int b) {
        return nodeOf(a) == nodeOf(b);
    }

    /**
     * Returns what it costs a CPU to fetch a cache line that another one owns.
     *
     * @param from the owner, or -1 if nobody touched the line yet
     * @param to the CPU that wants it
     * @return the cost, in nanoseconds
     */
    public long transferNs(int from, int to) {
        return transferNs[from < 0 ? to : from][to];
    }
}
