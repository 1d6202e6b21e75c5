package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagPort;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.tag.TagSleep;
import org.mqemu.blkmq.topology.Topology;

/**
 * {@code __blk_mq_alloc_requests}, for one thread: a scheduler tag if there is a scheduler, else a driver tag, by
 * sleeping if need be. Before it sleeps it runs the hardware queue and sends what is plugged on its way.
 *
 * <p>For polled I/O it polls until there is a tag instead of sleeping: the tags may be its own thread's, whose I/O nobody
 * else looks for. The kernel does not wait at all then (REQ_NOWAIT) and lets io_uring submit the I/O again.
 */
final class GetRequest {
    private final int requestLines;
    private final Topology topology;
    private final RunRequest runRequest;
    private final MqPlug plug;
    private final @Nullable BioPoll bioPoll;
    private final Price allocPrice;
    private final int[] batch = new int[Long.SIZE];
    private Step flushPlug = cx -> {
        throw new IllegalStateException("no plug is connected");
    };
    private @Nullable MqQueue queue;
    private @Nullable Bio bio;
    private @Nullable Hctx hctx;
    private @Nullable Request got;
    private @Nullable TagSleep tagSleep;
    private boolean hasRun;

    private final Step take = this::take;
    private final Step sleep = this::sleep;
    private final Step poll = this::poll;
    private final Step awake = this::awake;

    GetRequest(
            int requestLines,
            Topology topology,
            RunRequest runRequest,
            MqPlug plug,
            @Nullable BioPoll bioPoll,
            PriceList prices) {
        this.bioPoll = bioPoll;
        this.requestLines = requestLines;
        this.topology = topology;
        this.runRequest = runRequest;
        this.plug = plug;
        this.allocPrice = prices.of("__blk_mq_alloc_requests");
    }

    /** Connects what flushes the plug when the thread goes to sleep. */
    void whenSleeping(Step flush) {
        flushPlug = flush;
    }

    /**
     * Prepares to get a request for a bio; the caller is inside the queue's gate, and the request will be instead.
     *
     * @param of the device's queue
     * @param forBio the bio
     */
    Step begin(MqQueue of, Bio forBio) {
        queue = of;
        bio = forBio;
        hasRun = false;
        return take;
    }

    /** Takes what was got; valid when the function has returned. */
    Request take() {
        Request result = present(got);
        got = null;
        return result;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being got");
        }
        return value;
    }

    private @Nullable ElevatorQueue elevator() {
        return present(queue).elevator();
    }

    private TagSet tagSet() {
        return elevator() == null ? present(hctx).tags() : present(hctx).schedTags();
    }

    private int user() {
        return elevator() == null ? present(queue).disk().index() : 0;
    }

    private @Nullable Step take(Context cx) {
        hctx = present(queue).hctxOf(present(bio), cx.cpuNumber());
        SharedTags tags = tagSet().tags();
        if (!mayTake(tags)) {
            return noTag(cx);
        }
        int wanted = plug.takeBatch();
        int taken = wanted > 1 && !tags.shared() && limit() == Integer.MAX_VALUE
                ? tags.map().takeBatch(cx, Math.min(wanted, batch.length), batch)
                : 0;
        if (taken == 0) {
            int tag = tags.map().take(cx);
            if (tag == TagMap.NONE) {
                return noTag(cx);
            }
            batch[0] = tag;
            taken = 1;
        }
        return made(cx, tags, taken);
    }

    private boolean mayTake(SharedTags tags) {
        return elevator() == null ? tags.withinShare(user()) : tags.map().taken() < limit();
    }

    /** limit_depth of the scheduler. */
    private int limit() {
        ElevatorQueue elevator = elevator();
        if (elevator == null || present(bio).isFlush()) {
            return Integer.MAX_VALUE;
        }
        int depth = present(queue).nrRequests();
        int limit =
                elevator.elevator().depthLimit(present(bio).op(), present(bio).isSync(), depth);
        return limit >= depth ? Integer.MAX_VALUE : limit;
    }

    private @Nullable Step made(Context cx, SharedTags tags, int taken) {
        boolean scheduled = elevator() != null;
        if (tags.shared()) {
            cx.touchNext(tags.activeLine(user()));
        }
        for (int i = 0; i < taken; i++) {
            tags.took(user());
            Request request = present(hctx).request(batch[i], scheduled);
            cx.stall(requestLines * topology.transferNs(request.memoryMovesTo(cx.cpuNumber()), cx.cpuNumber()));
            if (i == 0) {
                got = request;
            } else {
                plug.cache(request);
            }
        }
        present(queue).gate().enterAgain(taken - 1);
        cx.charge(allocPrice);
        queue = null;
        bio = null;
        hctx = null;
        return cx.ret();
    }

    /** blk_mq_get_tag's loop: run the queue, look again, sleep. */
    private @Nullable Step noTag(Context cx) {
        if (!hasRun) {
            hasRun = true;
            return cx.call(runRequest.begin(present(hctx), false), take);
        }
        boolean polls = bioPoll != null && present(hctx).type() == QueueMap.Type.POLL;
        return cx.call(flushPlug, polls ? poll : sleep);
    }

    private Step poll(Context cx) {
        return cx.call(present(bioPoll).begin(present(queue)), take);
    }

    private @Nullable Step sleep(Context cx) {
        hasRun = false;
        TagSleep current = new TagSleep();
        tagSleep = current;
        tagSet().tags().sleeps();
        cx.send(tagSet().port(), new TagPort.Wait(user(), limit(), cx, current), cx.nowNs());
        return cx.sleep(true, awake);
    }

    private Step awake(Context cx) {
        tagSet().tags().awake(present(tagSleep));
        tagSleep = null;
        return take;
    }
}
