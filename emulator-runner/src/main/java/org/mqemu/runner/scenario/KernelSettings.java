package org.mqemu.runner.scenario;

import java.util.Set;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.sync.LockKind;

/**
 * The kernel generation.
 *
 * @param name its name
 * @param hz timer ticks a second
 * @param lockKind how spinlocks hand over
 * @param queueLockLines data lines that move with a queue_lock
 * @param hostLockLines data lines that move with a host_lock
 * @param ctxLockLines data lines that move with a software queue's lock
 * @param hctxLockLines data lines that move with a hardware queue's lock
 * @param schedulerLockLines data lines that move with a scheduler's lock in blk-mq
 * @param requestLines lines of a request's memory that move to who uses it next, in blk-mq since 4.12
 * @param tagKind how tags are kept
 * @param wakesPerBatch sleepers that a full wake batch wakes
 * @param fairShare whether devices share the tags fairly
 * @param pollsSyncIo whether a synchronous system call with RWF_HIPRI polls
 * @param aioWake when a reaper is woken
 * @param blkMq what differs between the versions of blk-mq
 * @param scsi what differs between the versions of scsi-mq
 * @param deadlinePriorities whether mq-deadline knows I/O priorities
 * @param prices the price list
 * @param parts how the report divides priced functions
 */
public record KernelSettings(
        String name,
        int hz,
        LockKind lockKind,
        int queueLockLines,
        int hostLockLines,
        int ctxLockLines,
        int hctxLockLines,
        int schedulerLockLines,
        int requestLines,
        TagKind tagKind,
        int wakesPerBatch,
        boolean fairShare,
        boolean pollsSyncIo,
        AioWake aioWake,
        BlkMqRules blkMq,
        ScsiSettings scsi,
        boolean deadlinePriorities,
        PriceList prices,
        FunctionParts parts) {
    private static final Set<Integer> RATES = Set.of(100, 250, 300, 1000);
    private static final int MAX_LINES = 64;
    private static final int MAX_AIO_PLUG_THRESHOLD = 1024;

    /**
     * Reads the kernel.
     *
     * @param kernel the section kernel
     * @param stack the block layer that the scenario uses
     * @param driver the low-level driver that it uses
     * @param iommuLocked whether buffers are mapped for DMA under one lock of its machine
     * @param nsPerInstruction what an instruction takes on its machine, in nanoseconds
     */
    static KernelSettings read(
            Settings kernel, Stack stack, DriverKind driver, boolean iommuLocked, double nsPerInstruction) {
        String name = kernel.text("name");
        Settings lines = kernel.section("data-lines");
        Settings tags = kernel.section("tags");
        int aioPlugThreshold = kernel.intAt("aio-plug-threshold", 0, MAX_AIO_PLUG_THRESHOLD);
        BlkMqRules blkMq = BlkMqSettings.read(kernel.section("blk-mq"), aioPlugThreshold);
        if (aioPlugThreshold > 0 && blkMq.generation() == MqGeneration.EARLY) {
            throw kernel.problem("aio-plug-threshold", "the early generation always plugs", "set it to 0");
        }
        TagKind tagKind = tags.oneOf("kind", TagKind.class);
        boolean fairShare = tags.flag("fair-share");
        if (fairShare && tagKind == TagKind.PERCPU_IDA) {
            throw tags.problem(
                    "fair-share", "percpu-ida tags are not shared fairly, no kernel has both", "set it to false");
        }
        PriceList prices = KernelPrices.read(
                kernel, FunctionSet.chargedBy(stack, blkMq.generation(), driver, iommuLocked), nsPerInstruction);
        return new KernelSettings(
                name,
                hz(kernel),
                kernel.oneOf("lock-kind", LockKind.class),
                lines.intAt("queue-lock", 0, MAX_LINES),
                lines.intAt("host-lock", 0, MAX_LINES),
                lines.intAt("ctx-lock", 0, MAX_LINES),
                lines.intAt("hctx-lock", 0, MAX_LINES),
                lines.intAt("scheduler-lock", 0, MAX_LINES),
                lines.intAt("request", 0, MAX_LINES),
                tagKind,
                tags.intAt("wakes-per-batch", 1, 65_536),
                fairShare,
                kernel.flag("polls-sync-io"),
                kernel.oneOf("aio-wakes-at", AioWake.class),
                blkMq,
                ScsiSettings.read(kernel.section("scsi")),
                kernel.flag("mq-deadline-priorities"),
                prices,
                FunctionParts.read(kernel, prices));
    }

    private static int hz(Settings kernel) {
        int hz = kernel.intAt("hz", 100, 1000);
        if (!RATES.contains(hz)) {
            throw kernel.problem("hz", hz + " is no value of CONFIG_HZ", "it is 100, 250, 300 or 1000");
        }
        return hz;
    }
}
