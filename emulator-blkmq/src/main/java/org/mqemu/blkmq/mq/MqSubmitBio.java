package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
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
    private final FlushSteps flushSteps;
    private final @Nullable BioPoll bioPoll;
    private final Price submitPrice;
    private final Price plugMergePrice;
    private final Price softwareMergePrice;
    private final Price plugPrice;
    private @Nullable MqQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable Lock mergeLock;
    private boolean entered;
    private final ArrayDeque<Request> joined = new ArrayDeque<>();

    private final Step enter = this::enter;
    private final Step waitOutside = this::waitOutside;
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
            FlushSteps flushSteps,
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
        this.flushSteps = flushSteps;
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

    // ---- blk_queue_enter ----

    /** Enters the queue; a request that was got for bios to come is inside already, and this bio with it. */
    private boolean enters(Context cx) {
        return entered || cached(cx) != null || enterGate(cx);
    }

    private boolean enterGate(Context cx) {
        entered = queue().gate().enter(cx);
        return entered;
    }

    private @Nullable Request cached(Context cx) {
        return plug.peekCached(queue(), queue().hctxOf(bio(), cx.cpuNumber()));
    }

    /** The queue is frozen until all requests are gone, those of this thread's plug among them. */
    private @Nullable Step waitOutside(Context cx) {
        cx.send(queue().gate().port(), new GatePort.SubmitterWaits(cx), cx.nowNs());
        return cx.sleep(false, merge);
    }

    private void leave(Context cx) {
        if (entered) {
            entered = false;
            present(queue).gate().leave(cx);
        }
        queue = null;
    }

    // ---- blk_mq_attempt_bio_merge ----

    private @Nullable Step merge(Context cx) {
        if (!enters(cx)) {
            return cx.call(flushPlug.beforeSleep(), waitOutside);
        }
        if (!queue().limits().merges() || !bio().op().movesData() || bio().isNoMerge()) {
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
        leave(cx);
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
        ElevatorQueue scheduler = present(queue().elevator());
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
        return freeJoined(cx);
    }

    private @Nullable Step freeJoined(Context cx) {
        Request empty = joined.poll();
        if (empty != null) {
            return cx.call(freeRequest.beginDropped(empty), freeJoined);
        }
        leave(cx);
        return cx.ret();
    }

    // ---- a request ----

    private @Nullable Step getOne(Context cx) {
        if (!entered) {
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
        entered = false; // the request is inside until it is freed
        return place(cx);
    }

    private @Nullable Step place(Context cx) {
        Request got = present(request);
        if (got.isFlush()) {
            queue = null;
            request = null;
            return flushSteps.insert(got);
        }
        if (plug.isActive() && mayPlug(queue())) {
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

    /** Up to 5.16, several hardware queues: what a scheduler gets, or nothing is merged with, does not wait in a plug. */
    private boolean mayPlug(MqQueue to) {
        return !plugsOneOf(to) || (to.elevator() == null && to.limits().merges());
    }

    private boolean plugsOneOf(MqQueue to) {
        return rules.plug().multiQueue() == PlugRules.MultiQueue.ONE_REQUEST
                && to.hardwareQueues().size() > 1;
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
        if (plugsOneOf(queue())) {
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
        Request newest = present(request);
        plug.add(newest);
        tracePlugged(cx, newest, older != null);
        request = null;
        queue = null;
        if (older == null) {
            return cx.ret();
        }
        request = older;
        Hctx hctx = ((MqQueue) older.queue()).hctx(older.hctx());
        return cx.call(issueDirectly.begin(hctx, older), issued);
    }

    /** Since 5.0 (ff3b74b8e84e), as the order of plugs that is told by. */
    private void tracePlugged(Context cx, Request newest, boolean sendsOlder) {
        if (rules.plug().order() == PlugRules.Order.BY_SECTOR) {
            return;
        }
        Disk disk = newest.queue().disk();
        disk.tracePlug(TraceAction.PLUG, newest.issuer(), cx.cpuNumber(), cx.nowNs(), 0);
        if (sendsOlder) {
            disk.tracePlug(TraceAction.UNPLUG, newest.issuer(), cx.cpuNumber(), cx.nowNs(), 1);
        }
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
