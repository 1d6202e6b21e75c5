package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A domain's tokens, one for each request that the device has, and the hardware queues that wait for one.
 *
 * <p>They wait as on an sbitmap_queue: each one's waits go round the 8 wait queues, and when a wake batch of tokens has
 * been freed (an eighth of the depth, 1 to 8), all that wait on the next wait queue in use are woken. Source:
 * kyber_get_domain_token of block/kyber-iosched.c and __sbq_wake_up of lib/sbitmap.c, 6.1. When the depth falls, the
 * kernel does not count the tokens whose bits lie beyond it; here all count, so that no token is given out before fewer
 * than the new depth are in use.
 *
 * <p>Safe for CPUs that run at the same time.
 */
final class KyberTokens {
    private static final int WAIT_QUEUES = 8; // SBQ_WAIT_QUEUES
    private static final int WAKE_BATCH = 8; // SBQ_WAKE_BATCH
    private static final int NOWHERE = -1;

    private final List<ArrayDeque<Integer>> waitQueues = new ArrayList<>();
    private final int[] freesLeft = new int[WAIT_QUEUES];
    private final int[] waitIndex;
    private final int[] waitsOn;
    private int depth;
    private int wakeBatch;
    private int wakeIndex;
    private int inUse;

    /**
     * Creates tokens that are all free.
     *
     * @param depth how many
     * @param hctxs the number of hardware queues
     */
    KyberTokens(int depth, int hctxs) {
        this.waitIndex = new int[hctxs];
        this.waitsOn = new int[hctxs];
        this.depth = depth;
        this.wakeBatch = wakeBatch(depth);
        Arrays.fill(waitsOn, NOWHERE);
        Arrays.fill(freesLeft, wakeBatch);
        for (int i = 0; i < WAIT_QUEUES; i++) {
            waitQueues.add(new ArrayDeque<>());
        }
    }

    private static int wakeBatch(int depth) {
        return Math.min(Math.max(depth / WAIT_QUEUES, 1), WAKE_BATCH);
    }

    /** Takes a token for a hardware queue, or lets it wait for one; returns whether it has got one. */
    synchronized boolean take(int hctx) {
        if (inUse >= depth) {
            if (waitsOn[hctx] == NOWHERE) {
                waitsOn[hctx] = waitIndex[hctx];
                waitIndex[hctx] = (waitIndex[hctx] + 1) % WAIT_QUEUES;
                waitQueues.get(waitsOn[hctx]).push(hctx);
            }
            return false;
        }
        inUse++;
        if (waitsOn[hctx] != NOWHERE) {
            waitQueues.get(waitsOn[hctx]).remove(hctx);
            waitsOn[hctx] = NOWHERE;
        }
        return true;
    }

    /** Frees a token; returns the hardware queues that must be run now, as they need wait no longer. */
    synchronized List<Integer> free() {
        if (inUse == 0) {
            throw new IllegalStateException("kyber: a token is freed that nobody has taken");
        }
        inUse--;
        int index = nextInUse();
        if (index == NOWHERE) {
            return List.of();
        }
        wakeIndex = index;
        freesLeft[index]--;
        if (freesLeft[index] > 0) {
            return List.of();
        }
        List<Integer> woken = List.copyOf(waitQueues.get(index));
        for (int hctx : woken) {
            waitsOn[hctx] = NOWHERE;
        }
        waitQueues.get(index).clear();
        wakeIndex = (index + 1) % WAIT_QUEUES;
        freesLeft[index] = wakeBatch;
        return woken;
    }

    private int nextInUse() {
        for (int i = 0; i < WAIT_QUEUES; i++) {
            int index = (wakeIndex + i) % WAIT_QUEUES;
            if (!waitQueues.get(index).isEmpty()) {
                return index;
            }
        }
        return NOWHERE;
    }

    /** Changes the depth; whoever waits goes on waiting. */
    synchronized void resize(int newDepth) {
        depth = newDepth;
        int newBatch = wakeBatch(newDepth);
        if (newBatch != wakeBatch) {
            wakeBatch = newBatch;
            Arrays.fill(freesLeft, 1);
        }
    }

    synchronized int depth() {
        return depth;
    }

    synchronized int inUse() {
        return inUse;
    }
}
