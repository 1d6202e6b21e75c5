package org.mqemu.runner.scenario;

import java.util.Locale;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.mq.PlugRules;

/** Reads what differs between the versions of blk-mq. */
final class BlkMqSettings {
    private static final int MAX_PLUG = 1024;
    private static final long MAX_BYTES = 1L << 30;

    private BlkMqSettings() {}

    static BlkMqRules read(Settings blkMq, int aioPlugThreshold) {
        int plugMax = blkMq.intAt("plug-max", 1, MAX_PLUG);
        BlkMqRules rules = new BlkMqRules(
                blkMq.oneOf("generation", MqGeneration.class),
                new PlugRules(
                        blkMq.flag("plugs-sync-io"),
                        blkMq.oneOf("plug-multi-queue", PlugRules.MultiQueue.class),
                        plugMax,
                        blkMq.intAt("plug-max-several-queues", plugMax, MAX_PLUG),
                        blkMq.longAt("plug-flush-bytes", 0, MAX_BYTES),
                        blkMq.oneOf("plug-merge", PlugRules.Merge.class),
                        blkMq.oneOf("plug-order", PlugRules.Order.class),
                        aioPlugThreshold,
                        blkMq.flag("batches-tags")),
                blkMq.oneOf("direct-issue", BlkMqRules.DirectIssue.class),
                blkMq.oneOf("dequeue", BlkMqRules.Dequeue.class),
                blkMq.oneOf("rerun", BlkMqRules.Rerun.class),
                blkMq.oneOf("single-queue-completion", BlkMqRules.Completion.class),
                blkMq.oneOf("remote-completion", BlkMqRules.Completion.class));
        if (rules.generation() == MqGeneration.EARLY) {
            checkEarly(blkMq, rules);
        } else {
            checkModern(blkMq, rules);
        }
        return rules;
    }

    /** What later versions brought is refused, for the early code does not do it. */
    private static void checkEarly(Settings blkMq, BlkMqRules rules) {
        BlkMqRules early = BlkMqRules.early(rules.plug().syncIo());
        PlugRules plug = rules.plug();
        must(blkMq, "plug-max", plug.max(), early.plug().max());
        must(
                blkMq,
                "plug-max-several-queues",
                plug.maxSeveralQueues(),
                early.plug().maxSeveralQueues());
        must(blkMq, "plug-flush-bytes", plug.flushBytes(), early.plug().flushBytes());
        must(blkMq, "plug-multi-queue", plug.multiQueue(), early.plug().multiQueue());
        must(blkMq, "plug-merge", plug.merge(), early.plug().merge());
        must(blkMq, "plug-order", plug.order(), early.plug().order());
        must(blkMq, "batches-tags", plug.batchesTags(), early.plug().batchesTags());
        if (rules.directIssue() == BlkMqRules.DirectIssue.UNLESS_BUSY) {
            throw blkMq.problem(
                    "direct-issue",
                    "the early generation has no other value than never and sync-in-multi-queue",
                    "write one of them");
        }
        must(blkMq, "dequeue", rules.dequeue(), early.dequeue());
        must(blkMq, "rerun", rules.rerun(), early.rerun());
        must(blkMq, "single-queue-completion", rules.singleQueueCompletion(), early.singleQueueCompletion());
        must(blkMq, "remote-completion", rules.remoteCompletion(), early.remoteCompletion());
    }

    private static void checkModern(Settings blkMq, BlkMqRules rules) {
        must(blkMq, "plugs-sync-io", rules.plug().syncIo(), true);
        if (rules.rerun() == BlkMqRules.Rerun.STOPPED) {
            throw blkMq.problem(
                    "rerun", "the modern generation stops no queues", "write every-queue, or if-waiting since 5.10");
        }
    }

    private static void must(Settings blkMq, String key, Object is, Object only) {
        if (!is.equals(only)) {
            String generation = only.equals(true) ? "modern" : "early";
            throw blkMq.problem(
                    key, "the " + generation + " generation has no other value than " + word(only), "set it to that");
        }
    }

    private static String word(Object value) {
        return value.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
