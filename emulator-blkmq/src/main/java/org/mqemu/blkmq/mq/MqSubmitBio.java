package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.Lock;

/**
 * {@code blk_mq_submit_bio} since 4.12, for one thread: merges the bio into the plug, the scheduler or the software
 * queue; else gets a request for it and plugs, inserts or issues it.
 *
 * <p>Source: block/blk-mq.c of 6.1; what differs before is in {@link BlkMqRules}.
 */
final class MqSubmitBio implements SubmitBio {
    private final BlkMqRules rules;
    private final MqPlug plug;
    private final GetRequest getRequest;
    private final FlushPlug flushPlug;
    private final IssueDirectly issueDirectly;
    private final InsertRequests insertRequests;
    private final BypassInsert bypassInsert;
    private final MqFreeRequest freeRequest;
    private final @Nullable BioPoll bioPoll;
    private final Price submitPrice;
    private final Price plugMergePrice;
    private final Price softwareMergePrice;
    private final Price plugPrice;
    private @Nullable MqQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable Lock mergeLock;
    private final ArrayDeque<Request> joined = new ArrayDeque<>();

    private final Step enter = this::enter;
    private final Step merge = this::merge;
    private final Step lockForMerge = this::lockForMerge;
    private final Step mergeScheduled = this::mergeScheduled;
    private final Step mergeSoftware = this::mergeSoftware;
    private final Step unlockMerge = this::unlockMerge;
    private final Step freeJoined = this::freeJoined;
    private final Step getOne = this::getOne;
    private final Step gotOne = this::gotOne;
    private final Step addToPlug = this::addToPlug;
    private final Step issued = this::issued;

    MqSubmitBio(
            BlkMqRules rules,
            MqPlug plug,
            GetRequest getRequest,
            FlushPlug flushPlug,
            IssueDirectly issueDirectly,
            InsertRequests insertRequests,
            BypassInsert bypassInsert,
            MqFreeRequest freeRequest,
            @Nullable BioPoll bioPoll,
            PriceList prices) {
        this.rules = rules;
        this.plug = plug;
        this.getRequest = getRequest;
        this.flushPlug = flushPlug;
        this.issueDirectly = issueDirectly;
        this.insertRequests = insertRequests;
        this.bypassInsert = bypassInsert;
        this.freeRequest = freeRequest;
        this.bioPoll = bioPoll;
        this.submitPrice = prices.of("submit_bio");
        this.plugMergePrice = prices.of("blk_attempt_plug_merge");
        this.softwareMergePrice = prices.of("blk_attempt_bio_merge");
        this.plugPrice = prices.of("blk_add_rq_to_plug");
    }

    @Override
    public void startPlug(int ios) {
        plug.start(ios);
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio toSubmit) {
        queue = (MqQueue) toQueue;
        bio = toSubmit;
        return enter;
    }

    @Override
    public Step finishPlug() {
        return flushPlug.finish();
    }

    @Override
    public boolean polls(BlockQueue toPoll) {
        return bioPoll != null && BioPoll.polls((MqQueue) toPoll);
    }

    @Override
    public Step poll(BlockQueue toPoll) {
        return present(bioPoll).begin((MqQueue) toPoll);
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no bio is being submitted");
        }
        return value;
    }

    private MqQueue queue() {
        return present(queue);
    }

    private Bio bio() {
        return present(bio);
    }

    private Step enter(Context cx) {
        queue().disk().queued(bio(), cx.cpuNumber(), cx.nowNs());
        cx.charge(submitPrice);
        return merge;
    }

    // ---- blk_mq_attempt_bio_merge ----

    private @Nullable Step merge(Context cx) {
        if (!queue().limits().merges() || !bio().op().movesData()) {
            return getOne(cx);
        }
        if (plug.isEmpty()) {
            return lockForMerge(cx);
        }
        cx.charge(plugMergePrice);
        if (plug.merge(queue(), bio(), cx.cpuNumber(), cx.nowNs())) {
            return merged(cx);
        }
        return lockForMerge;
    }

    private @Nullable Step merged(Context cx) {
        bio = null;
        queue = null;
        return cx.ret();
    }

    private @Nullable Step lockForMerge(Context cx) {
        SoftwareQueue software = queue().softwareQueue(cx.cpuNumber());
        ElevatorQueue scheduler = queue().elevator();
        if (scheduler != null) {
            Lock lock = scheduler.submitLock(software);
            mergeLock = lock;
            return cx.lock(lock, mergeScheduled);
        }
        Hctx hctx = queue().hctxOf(bio(), cx.cpuNumber());
        if (software.isEmpty(hctx.type())) {
            return getOne(cx);
        }
        mergeLock = software.lock();
        return cx.lock(software.lock(), mergeSoftware);
    }

    private Step mergeScheduled(Context cx) {
        ElevatorQueue scheduler = queue().elevator();
        if (scheduler == null) { // it was changed while this CPU span for its lock
            return unlockMerge;
        }
        if (scheduler.merge(queue().limits(), bio(), cx.cpuNumber(), cx.nowNs())) {
            bio = null;
            scheduler.takeJoined(joined);
        }
        cx.charge(scheduler.mergePrice());
        return unlockMerge;
    }

    private Step mergeSoftware(Context cx) {
        QueueMap.Type type = queue().hctxOf(bio(), cx.cpuNumber()).type();
        SoftwareQueue software = queue().softwareQueue(cx.cpuNumber());
        if (software.merge(type, queue().limits(), bio(), cx.cpuNumber(), cx.nowNs())) {
            bio = null;
        }
        cx.charge(softwareMergePrice);
        return unlockMerge;
    }

    private @Nullable Step unlockMerge(Context cx) {
        cx.unlock(present(mergeLock));
        mergeLock = null;
        if (bio != null) {
            return getOne;
        }
        queue = null;
        return freeJoined(cx);
    }

    private @Nullable Step freeJoined(Context cx) {
        Request empty = joined.poll();
        return empty == null ? cx.ret() : cx.call(freeRequest.beginDropped(empty), freeJoined);
    }

    // ---- a request ----

    private @Nullable Step getOne(Context cx) {
        Request cached = plug.peekCached(queue(), queue().hctxOf(bio(), cx.cpuNumber()));
        if (cached != null) {
            request = plug.takeCached();
            return init(cx);
        }
        return cx.call(getRequest.begin(queue(), bio()), gotOne);
    }

    private @Nullable Step gotOne(Context cx) {
        request = getRequest.take();
        return init(cx);
    }

    private @Nullable Step init(Context cx) {
        Request got = present(request);
        got.init(bio(), cx.cpuNumber(), cx.nowNs());
        bio = null;
        return place(cx);
    }

    private @Nullable Step place(Context cx) {
        Request got = present(request);
        if (plug.isActive()) {
            return beginPlug(cx);
        }
        queue = null;
        request = null;
        MqQueue to = (MqQueue) got.queue();
        Hctx hctx = to.hctx(got.hctx());
        if (to.elevator() != null) {
            insertRequests.list().add(got);
            return insertRequests.begin(true, false);
        }
        if (mayIssue(to, hctx, got)) {
            request = got;
            return cx.call(issueDirectly.begin(hctx, got), issued);
        }
        insertRequests.list().add(got);
        return insertRequests.begin(true, false);
    }

    private boolean mayIssue(MqQueue to, Hctx hctx, Request got) {
        boolean sync = to.hardwareQueues().size() > 1 && got.isSync();
        return switch (rules.directIssue()) {
            case NEVER -> false;
            case SYNC_IN_MULTI_QUEUE -> sync;
            case UNLESS_BUSY -> sync || hctx.dispatchBusy() == 0;
        };
    }

    private @Nullable Step issued(Context cx) {
        Request tried = present(request);
        request = null;
        Hctx hctx = ((MqQueue) tried.queue()).hctx(tried.hctx());
        switch (issueDirectly.outcome()) {
            case NO_ROOM -> {
                insertRequests.list().add(tried);
                return insertRequests.begin(false, false);
            }
            case REFUSED -> {
                return bypassInsert.begin(hctx, tried, true);
            }
            default -> {
                return cx.ret();
            }
        }
    }

    // ---- blk_add_rq_to_plug ----

    private @Nullable Step beginPlug(Context cx) {
        if (rules.plug().multiQueue() == PlugRules.MultiQueue.ONE_REQUEST
                && queue().hardwareQueues().size() > 1
                && queue().elevator() == null) {
            return exchangePlugged(cx);
        }
        if (!plug.isEmpty() && plug.isFull(queue())) {
            return cx.call(flushPlug.begin(false), addToPlug);
        }
        return addToPlug(cx);
    }

    /** Up to 5.15, with several hardware queues: only the newest request stays in the plug. */
    private @Nullable Step exchangePlugged(Context cx) {
        Request older = plug.takeNewestOf(queue());
        plug.add(present(request));
        request = null;
        queue = null;
        if (older == null) {
            return cx.ret();
        }
        request = older;
        Hctx hctx = ((MqQueue) older.queue()).hctx(older.hctx());
        return cx.call(issueDirectly.begin(hctx, older), issued);
    }

    private @Nullable Step addToPlug(Context cx) {
        Request got = present(request);
        if (plug.isEmpty()) {
            queue().disk().tracePlug(TraceAction.PLUG, got.issuer(), cx.cpuNumber(), cx.nowNs(), 0);
        }
        plug.add(got);
        queue = null;
        request = null;
        cx.charge(plugPrice);
        return cx.ret();
    }
}
