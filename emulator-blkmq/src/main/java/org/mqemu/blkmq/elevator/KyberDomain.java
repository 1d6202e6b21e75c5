package org.mqemu.blkmq.elevator;

import java.util.List;
import org.mqemu.api.hardware.Op;

/**
 * Kyber's scheduling domains: the kinds of I/O that it tells apart, in the order in which their turns come.
 *
 * <p>Source: kyber_depth, kyber_batch_size and kyber_latency_targets of block/kyber-iosched.c, 6.1.
 */
enum KyberDomain {
    READ(256, 16, 2_000_000L),
    WRITE(128, 8, 10_000_000L),
    DISCARD(64, 1, 5_000_000_000L),
    /** Flushes; their latency is not watched. */
    OTHER(16, 1, Long.MAX_VALUE);

    /** How many there are. */
    static final int COUNT = 4;

    /** All of them, by their ordinals. */
    static final List<KyberDomain> ALL = List.of(values());

    private final int maxDepth;
    private final int batch;
    private final long targetNs;

    KyberDomain(int maxDepth, int batch, long targetNs) {
        this.maxDepth = maxDepth;
        this.batch = batch;
        this.targetNs = targetNs;
    }

    static KyberDomain of(Op op) {
        return switch (op) {
            case READ -> READ;
            case WRITE -> WRITE;
            case DISCARD -> DISCARD;
            case FLUSH, TEST_UNIT_READY -> OTHER;
        };
    }

    /** Returns the domain whose turn is next. */
    KyberDomain following() {
        return ALL.get((ordinal() + 1) % COUNT);
    }

    /** Returns the most requests that the device may have of it. */
    int maxDepth() {
        return maxDepth;
    }

    /** Returns how many requests of it a hardware queue dispatches in a row. */
    int batch() {
        return batch;
    }

    /** Returns the default of the latency that is aimed at, in nanoseconds. */
    long targetNs() {
        return targetNs;
    }

    /** Returns whether its latency decides on depths. */
    boolean isWatched() {
        return this != OTHER;
    }
}
