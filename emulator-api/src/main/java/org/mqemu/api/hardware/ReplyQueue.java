package org.mqemu.api.hardware;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A reply queue in host memory: an HBA writes to it by DMA, a driver's interrupt handler reads it.
 *
 * <p>Really shared memory, like a cache line, so it is an object and not an actor. It carries the vector's in-service
 * state: while a handler is at work, new replies raise no interrupt, and the handler finds them before it leaves; so
 * interrupt coalescing emerges. Correct under every clock: the queue and the flag are atomic, and a handler that ends
 * its service looks again.
 */
public final class ReplyQueue {
    private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean inService = new AtomicBoolean();

    /** Creates an empty queue. */
    public ReplyQueue() {}

    /**
     * Writes a reply.
     *
     * @param reply the reply
     * @return whether an interrupt must be raised, because no handler is at work
     */
    public boolean post(Reply reply) {
        replies.add(reply);
        return beginService();
    }

    /**
     * Writes a reply that is not announced yet.
     *
     * @param reply the reply
     */
    public void write(Reply reply) {
        replies.add(reply);
    }

    /**
     * Begins the service.
     *
     * @return whether an interrupt must be raised, because no handler is at work
     */
    public boolean beginService() {
        return inService.compareAndSet(false, true);
    }

    /** Returns whether a handler is at work, or an interrupt on its way to it: it finds what was written before. */
    public boolean inService() {
        return inService.get();
    }

    /** Returns whether there is no reply that nobody has taken. */
    public boolean isEmpty() {
        return replies.isEmpty();
    }

    /** Takes the next reply, or returns null if there is none. */
    public @Nullable Reply poll() {
        return replies.poll();
    }

    /**
     * Ends the service, unless a reply has arrived meanwhile.
     *
     * @return whether the service is over; if not, the handler goes on
     */
    public boolean endService() {
        inService.set(false);
        return replies.isEmpty() || !inService.compareAndSet(false, true);
    }

    /** Returns the number of replies that nobody has taken. */
    public int size() {
        return replies.size();
    }
}
