package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * What one CPU has inserted and no hardware queue has fetched (kyber_ctx_queue): a list for each domain, in which bios
 * may still be merged.
 *
 * <p>Source: kyber_bio_merge of block/kyber-iosched.c and blk_bio_list_merge of block/blk-merge.c, 6.1.
 */
final class KyberCtxQueue {
    private static final int MERGE_LOOKS_AT = 8;

    private final List<ArrayDeque<Request>> lists = new ArrayList<>();

    KyberCtxQueue() {
        for (int i = 0; i < KyberDomain.COUNT; i++) {
            lists.add(new ArrayDeque<>());
        }
    }

    private ArrayDeque<Request> list(KyberDomain domain) {
        return lists.get(domain.ordinal());
    }

    /** Merges a bio into one of the last 8 requests of its domain, the newest first. */
    synchronized boolean merge(QueueLimits limits, KyberDomain domain, Bio bio, int cpu, long nowNs) {
        Iterator<Request> newest = list(domain).descendingIterator();
        for (int checked = 0; checked < MERGE_LOOKS_AT && newest.hasNext(); checked++) {
            Request request = newest.next();
            if (isNeighbour(request, bio)) {
                return request.merge(limits, bio, cpu, nowNs); // if that one is full, no other one is tried
            }
        }
        return false;
    }

    private static boolean isNeighbour(Request request, Bio bio) {
        return request.op() == bio.op()
                && request.priority().equals(bio.priority())
                && (request.sector() + request.sectors() == bio.sector()
                        || bio.sector() + bio.sectors() == request.sector());
    }

    /** Adds a request. */
    synchronized void add(KyberDomain domain, Request request, boolean atHead) {
        if (atHead) {
            list(domain).addFirst(request);
        } else {
            list(domain).addLast(request);
        }
    }

    /** Moves all requests of a domain to the end of a hardware queue's list; returns how many. */
    synchronized int moveTo(KyberDomain domain, ArrayDeque<Request> target) {
        ArrayDeque<Request> list = list(domain);
        int moved = list.size();
        target.addAll(list);
        list.clear();
        return moved;
    }
}
