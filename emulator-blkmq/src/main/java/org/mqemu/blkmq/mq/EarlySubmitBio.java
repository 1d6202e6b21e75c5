package org.mqemu.blkmq.mq;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagPort;
import org.mqemu.blkmq.tag.TagSleep;

/**
 * {@code blk_mq_make_request} and {@code blk_sq_make_request} (3.13 to 4.11), and the plug, for one thread.
 *
 * <p>A tag first, by sleeping if need be (what is plugged goes on its way before, as io_schedule sees to it), then the
 * request. With one hardware queue 3.15 plugs all I/O; 3.16 to 4.1 plug only what is not synchronous, and direct I/O is
 * synchronous: it is merged into, or queued on, the CPU's software queue at once, and the hardware queue is run for
 * each bio. (Jeff Moyer's "blk-mq: fix plugging in blk_sq_make_request" changed that in 4.2.)
 *
 * <p>With several hardware queues 3.15 plugs no synchronous I/O. From 3.16 to 4.1 it goes straight to the driver; since
 * 4.2 it waits in the plug for the next bio, which may be merged into it or sends it on its way. What the driver refuses
 * goes to the software queue. A device that has a {@link TimeSlice} is treated as if it had one hardware queue: only in
 * software queues can requests wait for their slice (ASSUMED).
 */
final class EarlySubmitBio implements SubmitBio {
    private final RunHwQueue runHwQueue;
    private final PlugRules rules;
    private final @Nullable EarlyIssueDirectly issueDirectly;
    private final EarlyFreeRequest freeRequest;
    private final Price allocPrice;
    private final Price insertPrice;
    private final Price plugMergePrice;
    private final PlugList plug = new PlugList();
    private final List<Request> flushing = new ArrayList<>();
    private @Nullable MqQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable TagSleep tagSleep;
    private @Nullable MqQueue flushed;
    private int flushedCpu;
    private boolean runsAsync;

    private final Step enter = this::enter;
    private final Step getTag = this::getTag;
    private final Step countActive = this::countActive;
    private final Step countQueued = this::countQueued;
    private final Step waitForTag = this::waitForTag;
    private final Step awake = this::awake;
    private final Step issued = this::issued;
    private final Step lockForInsert = this::lockForInsert;
    private final Step lockForMerge = this::lockForMerge;
    private final Step mergeOrInsert = this::mergeOrInsert;
    private final Step unlockMerged = this::unlockMerged;
    private final Step flush = this::flush;
    private final Step insert = this::insert;
    private final Step markPending = this::markPending;
    private final Step unlockSoftware = this::unlockSoftware;
    private final Step ret = Context::ret;

    /**
     * Creates the way in.
     *
     * @param runHwQueue runs hardware queues for the thread
     * @param issueDirectly issues synchronous requests of devices with several hardware queues, or null for never
     * @param rules what is plugged
     * @param prices the kernel's price list
     */
    EarlySubmitBio(
            RunHwQueue runHwQueue, @Nullable EarlyIssueDirectly issueDirectly, PlugRules rules, PriceList prices) {
        this.runHwQueue = runHwQueue;
        this.issueDirectly = issueDirectly;
        this.rules = rules;
        this.freeRequest = new EarlyFreeRequest(prices);
        this.allocPrice = prices.of("__blk_mq_alloc_request");
        this.insertPrice = prices.of("__blk_mq_insert_request");
        this.plugMergePrice = prices.of("blk_attempt_plug_merge");
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio toSubmit) {
        queue = (MqQueue) toQueue;
        bio = toSubmit;
        return enter;
    }

    @Override
    public Step finishPlug() {
        return flush;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no bio is being submitted");
        }
        return value;
    }

    /** Threads stay on their CPU, so it is the same one until the bio has its request. */
    private Hctx hctx(Context cx) {
        return present(queue).defaultHctxOf(cx.cpuNumber());
    }

    private SharedTags tags(Context cx) {
        return hctx(cx).tags().tags();
    }

    private int user() {
        return present(queue).disk().index();
    }

    private @Nullable Step enter(Context cx) {
        MqQueue to = present(queue);
        to.disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
        if (to.limits().merges() && !plug.isEmpty()) {
            cx.charge(plugMergePrice);
            if (plug.merge(to, present(bio), cx.cpuNumber(), cx.nowNs())) {
                bio = null;
                return cx.ret();
            }
            return getTag;
        }
        return getTag(cx);
    }

    private Step getTag(Context cx) {
        SharedTags tags = tags(cx);
        if (!tags.withinShare(user())) {
            return noTag(cx);
        }
        int tag = tags.map().take(cx);
        if (tag == TagMap.NONE) {
            // under real time another CPU may have taken the last tag of the word: look again, as __bt_get does
            return tags.map().available(cx.cpuNumber()) ? getTag : noTag(cx);
        }
        tags.took(user());
        hctx(cx).timeSlice().got(cx.cpuNumber());
        Request got = hctx(cx).request(tag, false);
        got.init(present(bio), cx.cpuNumber(), cx.nowNs());
        cx.charge(allocPrice);
        request = got;
        return tags.shared() ? countActive : countQueued;
    }

    private Step countActive(Context cx) {
        cx.touch(tags(cx).activeLine(user()));
        return countQueued;
    }

    private @Nullable Step countQueued(Context cx) {
        cx.touch(hctx(cx).counterLine());
        Request got = present(request);
        request = null;
        if (plugs()) {
            bio = null;
            if (issuesDirectly(got)) {
                Request older = plug.takeNewestOf(present(queue));
                plug.add(got);
                return older == null ? cx.ret() : issue(cx, older);
            }
            plug.add(got);
            return plug.size() >= rules.max() ? flush : cx.ret();
        }
        if (issuesDirectly(got)) {
            return issue(cx, got);
        }
        insertNext(got);
        return lockForMerge;
    }

    /** 3.15 plugs no synchronous I/O of several hardware queues and does not issue it directly either. */
    private boolean plugs() {
        return rules.syncIo()
                && (issueDirectly != null || present(queue).hardwareQueues().size() == 1);
    }

    private boolean issuesDirectly(Request got) {
        MqQueue to = present(queue);
        return issueDirectly != null
                && got.isSync()
                && to.hardwareQueues().size() > 1
                && !to.hctx(got.hctx()).timeSlice().isOn();
    }

    private void insertNext(Request toInsert) {
        flushing.add(toInsert);
        flushed = (MqQueue) toInsert.queue();
        flushedCpu = toInsert.cpu();
    }

    // ---- blk_mq_direct_issue_request ----

    private Step issue(Context cx, Request toIssue) {
        return cx.call(present(issueDirectly).begin(toIssue), issued);
    }

    private @Nullable Step issued(Context cx) {
        Request refused = present(issueDirectly).refused();
        if (refused == null) {
            bio = null;
            return cx.ret();
        }
        insertNext(refused);
        runsAsync = rules.syncIo();
        return bio == null ? lockForInsert : lockForMerge;
    }

    private @Nullable Step lockForInsert(Context cx) {
        return cx.lock(present(flushed).softwareQueue(flushedCpu).lock(), insert);
    }

    // ---- blk_mq_merge_queue_io ----

    private @Nullable Step lockForMerge(Context cx) {
        return cx.lock(present(flushed).softwareQueue(flushedCpu).lock(), mergeOrInsert);
    }

    private Step mergeOrInsert(Context cx) {
        MqQueue to = present(flushed);
        Bio merged = present(bio);
        bio = null;
        if (to.limits().merges()) {
            cx.charge(plugMergePrice);
            if (to.softwareQueue(flushedCpu)
                    .merge(QueueMap.Type.DEFAULT, to.limits(), merged, cx.cpuNumber(), cx.nowNs())) {
                return unlockMerged;
            }
        }
        return insert(cx);
    }

    private Step unlockMerged(Context cx) {
        cx.unlock(present(flushed).softwareQueue(flushedCpu).lock());
        Request unused = flushing.remove(0);
        flushed = null;
        return freeRequest.beginUnused(unused);
    }

    private Step noTag(Context cx) {
        return cx.call(flush, waitForTag);
    }

    private @Nullable Step waitForTag(Context cx) {
        TagSleep current = new TagSleep();
        tagSleep = current;
        tags(cx).sleeps();
        cx.send(hctx(cx).tags().port(), new TagPort.Wait(user(), cx, current), cx.nowNs());
        return cx.sleep(true, awake);
    }

    private Step awake(Context cx) {
        tags(cx).awake(present(tagSleep));
        tagSleep = null;
        return getTag;
    }

    // ---- blk_mq_flush_plug_list, blk_mq_insert_requests ----

    private @Nullable Step flush(Context cx) {
        if (plug.isEmpty()) {
            return cx.ret();
        }
        MqQueue first = (MqQueue) plug.takeOneQueue(flushing);
        flushed = first;
        flushedCpu = flushing.get(0).cpu();
        return lockForInsert(cx);
    }

    private Step insert(Context cx) {
        SoftwareQueue software = present(flushed).softwareQueue(flushedCpu);
        for (int i = 0; i < flushing.size(); i++) {
            flushing.get(i).inserted(cx.cpuNumber(), cx.nowNs());
            software.requests(QueueMap.Type.DEFAULT).add(flushing.get(i));
        }
        cx.charge(insertPrice, flushing.size());
        flushing.clear();
        return markPending;
    }

    private Step markPending(Context cx) {
        Hctx hctx = present(flushed).defaultHctxOf(flushedCpu);
        if (!hctx.isPending(flushedCpu)) {
            hctx.markPending(flushedCpu);
            cx.touch(hctx.mapLine());
        }
        return unlockSoftware;
    }

    private @Nullable Step unlockSoftware(Context cx) {
        cx.unlock(present(flushed).softwareQueue(flushedCpu).lock());
        Hctx hctx = present(flushed).defaultHctxOf(flushedCpu);
        flushed = null;
        if (runsAsync) {
            runsAsync = false;
            if (hctx.queueWork()) {
                cx.send(hctx.port(), new HctxPort.RunAsync(cx.cpuNumber()), cx.nowNs());
            }
            return cx.ret();
        }
        return cx.call(runHwQueue.begin(hctx), plug.isEmpty() ? ret : flush);
    }
}
