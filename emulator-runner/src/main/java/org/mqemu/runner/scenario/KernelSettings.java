package org.mqemu.runner.scenario;

import java.util.Map;
import java.util.TreeMap;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.sync.LockKind;

/**
 * The kernel generation.
 *
 * @param name its name
 * @param lockKind how spinlocks hand over
 * @param queueLockLines data lines that move with a queue_lock
 * @param hostLockLines data lines that move with a host_lock
 * @param ctxLockLines data lines that move with a software queue's lock
 * @param hctxLockLines data lines that move with a hardware queue's lock
 * @param tagKind how tags are kept
 * @param wakesPerBatch sleepers that a full wake batch wakes
 * @param fairShare whether devices share the tags fairly
 * @param aioWake when a reaper is woken
 * @param plugsSyncIo whether blk-mq plugs synchronous I/O
 * @param prices the price list
 */
public record KernelSettings(
        String name,
        LockKind lockKind,
        int queueLockLines,
        int hostLockLines,
        int ctxLockLines,
        int hctxLockLines,
        TagKind tagKind,
        int wakesPerBatch,
        boolean fairShare,
        AioWake aioWake,
        boolean plugsSyncIo,
        PriceList prices) {
    private static final int MAX_LINES = 64;
    private static final long MAX_PRICE_NS = 1_000_000_000;

    static KernelSettings read(Settings kernel) {
        String name = kernel.text("name");
        Settings lines = kernel.section("data-lines");
        Settings tags = kernel.section("tags");
        Map<String, Long> prices = new TreeMap<>(kernel.prices("ns", 0, MAX_PRICE_NS));
        for (String function : KernelFunctions.ALL) {
            if (!prices.containsKey(function)) {
                throw kernel.problem("ns", "no price for " + function, "give one in ns, 0 if it costs nothing");
            }
        }
        for (String function : prices.keySet()) {
            if (!KernelFunctions.ALL.contains(function)) {
                throw kernel.problem(
                        "ns", "a price for " + function + ", which nothing charges", KernelFunctions.nearest(function));
            }
        }
        TagKind tagKind = tags.oneOf("kind", TagKind.class);
        boolean fairShare = tags.flag("fair-share");
        if (fairShare && tagKind == TagKind.PERCPU_IDA) {
            throw tags.problem(
                    "fair-share", "percpu-ida tags are not shared fairly, no kernel has both", "set it to false");
        }
        return new KernelSettings(
                name,
                kernel.oneOf("lock-kind", LockKind.class),
                lines.intAt("queue-lock", 0, MAX_LINES),
                lines.intAt("host-lock", 0, MAX_LINES),
                lines.intAt("ctx-lock", 0, MAX_LINES),
                lines.intAt("hctx-lock", 0, MAX_LINES),
                tagKind,
                tags.intAt("wakes-per-batch", 1, 65_536),
                fairShare,
                kernel.oneOf("aio-wakes-at", AioWake.class),
                kernel.flag("plugs-sync-io"),
                new PriceList(prices));
    }
}
