package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/**
 * The machine.
 *
 * @param topology which CPUs share what
 * @param cpu what a CPU is like
 * @param lockInvalidationNs what each spinner adds to a ticket lock's hand-off, in nanoseconds
 * @param nsPerInstruction what an instruction takes with a warm cache, in nanoseconds, 0.01 to 100
 * @param iommuLocked whether buffers are mapped for DMA under one lock of the machine
 * @param iommuLockLines data lines that move with that lock
 */
public record MachineSettings(
        Topology topology,
        CpuParameters cpu,
        long lockInvalidationNs,
        double nsPerInstruction,
        boolean iommuLocked,
        int iommuLockLines) {
    private static final int MAX_CPUS = 1024;
    private static final long MAX_NS = 1_000_000_000;

    static MachineSettings read(Settings machine) {
        int nodes = machine.intAt("nodes", 1, 64);
        int cores = machine.intAt("cores-per-node", 1, 512);
        int threads = machine.intAt("threads-per-core", 1, 2);
        if (nodes * cores * threads > MAX_CPUS) {
            throw machine.problem(
                    "cores-per-node",
                    nodes * cores * threads + " CPUs are too many",
                    "there can be " + MAX_CPUS + " in all nodes at most");
        }
        Settings line = machine.section("line");
        long sameCpuNs = line.longAt("same-cpu-ns", 0, MAX_NS);
        long siblingNs = line.longAt("sibling-ns", sameCpuNs, MAX_NS);
        long sameNodeNs = line.longAt("same-node-ns", siblingNs, MAX_NS);
        LineCosts costs =
                new LineCosts(sameCpuNs, siblingNs, sameNodeNs, line.longAt("other-node-ns", sameNodeNs, MAX_NS));
        Settings iommu = machine.section("iommu");
        Settings sibling = machine.section("sibling");
        CpuParameters cpu = new CpuParameters(
                sibling.doubleAt("busy-slowdown", 1, 10),
                sibling.doubleAt("spin-slowdown", 1, 10),
                machine.longAt("ipi-latency-ns", 0, MAX_NS),
                machine.longAt("slice-ns", 1000, 10 * MAX_NS));
        return new MachineSettings(
                new Topology(nodes, cores, threads, machine.flag("interleaved-cpus"), costs),
                cpu,
                machine.longAt("lock-invalidation-ns", 0, MAX_NS),
                machine.doubleAt("ns-per-instruction", 0.01, 100),
                iommu.flag("locked"),
                iommu.intAt("lock-lines", 0, 64));
    }
}
