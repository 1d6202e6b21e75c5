package org.mqemu.scsi.support;

import java.util.function.IntUnaryOperator;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/**
 * A SCSI machine for tests.
 *
 * @param mq scsi-mq, or the legacy stack
 * @param inline scsi_debug, or hpsa with an HBA
 * @param topology the CPUs
 * @param devices how many devices
 * @param canQueue commands that the host takes
 * @param queueDepth commands that a device takes
 * @param requests tags of the host (scsi-mq), or nr_requests of each device (legacy)
 * @param rqAffinity sysfs rq_affinity
 * @param registerNs how long a write to the submission register takes
 * @param irqCpu the CPU that a reply queue's vector interrupts
 * @param seed the run's seed
 * @param kernel which scsi-mq
 * @param layout how the devices lie
 */
public record ScsiParameters(
        boolean mq,
        boolean inline,
        Topology topology,
        int devices,
        int canQueue,
        int queueDepth,
        int requests,
        int rqAffinity,
        long registerNs,
        IntUnaryOperator irqCpu,
        long seed,
        MqKernel kernel,
        Layout layout) {
    private static final LineCosts COSTS = new LineCosts(6, 12, 45, 130);

    /** One device without limits that matter, hpsa, cores of one node, each with its own vector. */
    public static ScsiParameters of(boolean mq, int cores) {
        return new ScsiParameters(
                mq,
                false,
                topology(1, cores, 1),
                1,
                256,
                256,
                256,
                2,
                100,
                queue -> queue,
                1,
                MqKernel.EARLY,
                Layout.PLAIN);
    }

    public static Topology topology(int nodes, int coresPerNode, int threadsPerCore) {
        return new Topology(nodes, coresPerNode, threadsPerCore, COSTS);
    }

    public ScsiParameters scsiDebug() {
        return new ScsiParameters(
                mq,
                true,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters on(Topology newTopology) {
        return new ScsiParameters(
                mq,
                inline,
                newTopology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters devices(int newDevices) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                newDevices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters limits(int newCanQueue, int newQueueDepth, int newRequests) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                newCanQueue,
                newQueueDepth,
                newRequests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters rqAffinity(int newRqAffinity) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                newRqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters registerNs(long newRegisterNs) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                newRegisterNs,
                irqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters irqCpu(IntUnaryOperator newIrqCpu) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                newIrqCpu,
                seed,
                kernel,
                layout);
    }

    public ScsiParameters seed(long newSeed) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                newSeed,
                kernel,
                layout);
    }

    public ScsiParameters kernel(MqKernel newKernel) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                newKernel,
                layout);
    }

    public ScsiParameters layout(Layout newLayout) {
        return new ScsiParameters(
                mq,
                inline,
                topology,
                devices,
                canQueue,
                queueDepth,
                requests,
                rqAffinity,
                registerNs,
                irqCpu,
                seed,
                kernel,
                newLayout);
    }
}
