package org.mqemu.blkmq.support;

import java.util.function.IntUnaryOperator;

/**
 * A block layer with a driver for tests.
 *
 * @param disks how many devices
 * @param requests tags that all devices share (blk-mq), or nr_requests of each (legacy)
 * @param percpuIda percpu_ida tags instead of a bitmap
 * @param fairShare whether a device may take only its share of the tags
 * @param wakesPerBatch sleepers woken by a full batch
 * @param rqAffinity sysfs rq_affinity
 * @param diskLimit requests of one device that the driver has room for
 * @param hostLimit requests of all devices that the driver has room for
 * @param inline whether the driver completes a request when it gets it, instead of the device by an interrupt
 * @param serviceNs how long the device takes
 * @param randomTimes whether that is a mean only
 * @param irqCpu the CPU that is interrupted, by the CPU that submitted
 */
public record StackParameters(
        int disks,
        int requests,
        boolean percpuIda,
        boolean fairShare,
        int wakesPerBatch,
        int rqAffinity,
        int diskLimit,
        int hostLimit,
        boolean inline,
        long serviceNs,
        boolean randomTimes,
        IntUnaryOperator irqCpu) {

    /** One device without a limit that takes exactly 10 us and interrupts the submitter. */
    public static StackParameters plain(int requests) {
        return new StackParameters(
                1,
                requests,
                false,
                false,
                1,
                1,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                false,
                10_000,
                false,
                submitter -> submitter);
    }

    /** The same with several devices. */
    public StackParameters withDisks(int newDisks) {
        return new StackParameters(
                newDisks,
                requests,
                percpuIda,
                fairShare,
                wakesPerBatch,
                rqAffinity,
                diskLimit,
                hostLimit,
                inline,
                serviceNs,
                randomTimes,
                irqCpu);
    }

    /** The same with limits of the driver. */
    public StackParameters withLimits(int newDiskLimit, int newHostLimit) {
        return new StackParameters(
                disks,
                requests,
                percpuIda,
                fairShare,
                wakesPerBatch,
                rqAffinity,
                newDiskLimit,
                newHostLimit,
                inline,
                serviceNs,
                randomTimes,
                irqCpu);
    }

    /** The same with percpu_ida tags. */
    public StackParameters withPercpuIda() {
        return new StackParameters(
                disks,
                requests,
                true,
                false,
                wakesPerBatch,
                rqAffinity,
                diskLimit,
                hostLimit,
                inline,
                serviceNs,
                randomTimes,
                irqCpu);
    }

    /** The same with a slower or faster device. */
    public StackParameters withServiceNs(long newServiceNs) {
        return new StackParameters(
                disks,
                requests,
                percpuIda,
                fairShare,
                wakesPerBatch,
                rqAffinity,
                diskLimit,
                hostLimit,
                inline,
                newServiceNs,
                randomTimes,
                irqCpu);
    }

    /** The same with all interrupts on one CPU, and an rq_affinity. */
    public StackParameters withInterruptsOn(int cpu, int newRqAffinity) {
        return new StackParameters(
                disks,
                requests,
                percpuIda,
                fairShare,
                wakesPerBatch,
                newRqAffinity,
                diskLimit,
                hostLimit,
                inline,
                serviceNs,
                randomTimes,
                submitter -> cpu);
    }
}
