package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;

/** The requests of a queue: one list for synchronous I/O, one for the rest, each of nr_requests. */
final class RequestPool {
    private final BlockQueue queue;
    private final RequestList sync = new RequestList();
    private final RequestList async = new RequestList();
    private final ArrayDeque<Request> free = new ArrayDeque<>();
    private final List<Request> all = new CopyOnWriteArrayList<>();
    private int nrRequests;
    private long handedOut;
    private long waits;
    private long waitNs;

    RequestPool(BlockQueue queue, int nrRequests) {
        this.queue = queue;
        this.nrRequests = nrRequests;
    }

    private RequestList list(boolean isSync) {
        return isSync ? sync : async;
    }

    /** Takes a request for a bio (event G), or returns null if its task must wait. */
    @Nullable Request take(Bio bio, IoContext task, int cpu, long nowNs) {
        if (!list(bio.isSync()).take(task, nrRequests, nowNs)) {
            return null;
        }
        handedOut++;
        Request request = free.isEmpty() ? make() : free.pop();
        request.init(bio, cpu, nowNs);
        return request;
    }

    private Request make() {
        Request request = new Request(queue, -1);
        all.add(request);
        return request;
    }

    /** Returns all requests that were ever used; without the queue_lock too. */
    List<Request> all() {
        return all;
    }

    /** Gives a free request back and returns the thread that is to be woken, or null. */
    @Nullable Context put(Request request, long nowNs) {
        free.push(request);
        return served(list(request.isSync()).give(nrRequests), nowNs);
    }

    private @Nullable Context served(RequestList.@Nullable Waiter waiter, long nowNs) {
        if (waiter == null) {
            return null;
        }
        waitNs += Math.max(0, nowNs - waiter.sinceNs());
        return waiter.thread();
    }

    /** A thread begins to sleep for a request. */
    void await(Context thread, boolean isSync, long nowNs) {
        waits++;
        list(isSync).await(thread, nowNs);
    }

    /** A thread that slept is awake. */
    void awake(Context thread, boolean isSync) {
        list(isSync).awake(thread);
    }

    /** Sets nr_requests and returns a thread of the list of synchronous or other requests to be woken, or null. */
    @Nullable Context resize(int newNrRequests, boolean isSync, long nowNs) {
        nrRequests = newNrRequests;
        return served(list(isSync).resized(newNrRequests), nowNs);
    }

    int nrRequests() {
        return nrRequests;
    }

    int allocated() {
        return sync.count() + async.count();
    }

    boolean isCongested(boolean isSync) {
        return list(isSync).isCongested();
    }

    WaitCounts waits() {
        return new WaitCounts(handedOut, waits, waitNs);
    }
}
