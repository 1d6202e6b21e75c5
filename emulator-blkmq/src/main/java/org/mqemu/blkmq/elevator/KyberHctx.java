package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * What one hardware queue has fetched from its CPUs' lists, and whose turn it is (kyber_hctx_data).
 *
 * <p>A domain's requests are fetched when the last one is gone and there is a token for the first, so that what cannot
 * go yet can still be merged. Source: kyber_dispatch_request of block/kyber-iosched.c, 6.1.
 */
final class KyberHctx {
    private final int number;
    private final List<KyberTokens> tokens;
    private final List<KyberCtxQueue> ctxQueues = new ArrayList<>();
    /** How many wait in the CPUs' lists, by domain (kcq_map says whether any do). */
    private final AtomicIntegerArray inCtxQueues = new AtomicIntegerArray(KyberDomain.COUNT);

    private final AtomicInteger size = new AtomicInteger();
    private final List<ArrayDeque<Request>> fetched = new ArrayList<>();
    private KyberDomain current = KyberDomain.READ;
    private int batching;

    KyberHctx(int number, List<KyberTokens> tokens) {
        this.number = number;
        this.tokens = tokens;
        for (int i = 0; i < KyberDomain.COUNT; i++) {
            fetched.add(new ArrayDeque<>());
        }
    }

    /** Adds the lists of one of its CPUs, in the order of their numbers, before anything is inserted. */
    void serves(KyberCtxQueue ctxQueue) {
        ctxQueues.add(ctxQueue);
    }

    void insert(KyberCtxQueue ctxQueue, KyberDomain domain, Request request, boolean atHead) {
        size.incrementAndGet();
        synchronized (ctxQueue) { // so that what is counted is there, and is fetched
            ctxQueue.add(domain, request, atHead);
            inCtxQueues.incrementAndGet(domain.ordinal());
        }
    }

    /** Takes out the request that goes next, with its token, or returns null. */
    synchronized @Nullable Request dispatch() {
        Request next = batching < current.batch() ? take(current) : null;
        if (next != null) {
            return next;
        }
        batching = 0;
        for (int i = 0; next == null && i < KyberDomain.COUNT; i++) {
            current = current.following();
            next = take(current);
        }
        return next;
    }

    private @Nullable Request take(KyberDomain domain) {
        ArrayDeque<Request> list = fetched.get(domain.ordinal());
        boolean toFetch = list.isEmpty();
        if (toFetch && inCtxQueues.get(domain.ordinal()) == 0) {
            return null;
        }
        if (!tokens.get(domain.ordinal()).take(number)) {
            return null;
        }
        if (toFetch) {
            for (KyberCtxQueue ctxQueue : ctxQueues) {
                fetch(ctxQueue, domain, list);
            }
        }
        Request next = list.remove();
        next.elevatorData(domain);
        batching++;
        size.decrementAndGet();
        return next;
    }

    private void fetch(KyberCtxQueue ctxQueue, KyberDomain domain, ArrayDeque<Request> into) {
        synchronized (ctxQueue) {
            inCtxQueues.addAndGet(domain.ordinal(), -ctxQueue.moveTo(domain, into));
        }
    }

    int size() {
        return size.get();
    }
}
