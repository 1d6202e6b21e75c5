package org.mqemu.blkmq.legacy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.cpu.Context;

/** The numbers in a queue's sysfs directory that can be changed at any moment, under the queue_lock. */
enum LegacyAttribute {
    /** Requests of each kind; fewer than 4 are taken for 4 (BLKDEV_MIN_RQ). */
    NR_REQUESTS(1, 65_536) {
        @Override
        void set(RequestQueue queue, int value, Context cx) {
            queue.nrRequests(Math.max(MIN_REQUESTS, value), cx);
        }
    },
    /** Where requests complete. */
    RQ_AFFINITY(0, 2) {
        @Override
        void set(RequestQueue queue, int value, Context cx) {
            queue.affinity(new RqAffinity(value, queue.affinity().topology()));
        }
    },
    /** How hard merging is tried. */
    NOMERGES(0, 2) {
        @Override
        void set(RequestQueue queue, int value, Context cx) {
            QueueLimits now = queue.limits();
            queue.limits(new QueueLimits(now.maxSectors(), now.maxSegments(), value));
        }
    },
    /** What requests may grow to, from one page on. */
    MAX_SECTORS_KB(4, 1 << 20) {
        @Override
        void set(RequestQueue queue, int value, Context cx) {
            QueueLimits now = queue.limits();
            queue.limits(new QueueLimits(value * SECTORS_PER_KB, now.maxSegments(), now.nomerges()));
        }
    };

    private static final int MIN_REQUESTS = 4;
    private static final int SECTORS_PER_KB = 2;

    private final int min;
    private final int max;

    LegacyAttribute(int min, int max) {
        this.min = min;
        this.max = max;
    }

    /** Changes a queue; its queue_lock is held. */
    abstract void set(RequestQueue queue, int value, Context cx);

    /** Returns the file's name. */
    String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the number that a value is. */
    int parse(String value) {
        String valid = file() + " is " + min + " to " + max + ": " + value;
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(valid, e);
        }
        if (number < min || number > max) {
            throw new IllegalArgumentException(valid);
        }
        return number;
    }

    /** Returns the attribute of a file. */
    static LegacyAttribute of(String file) {
        for (LegacyAttribute attribute : values()) {
            if (attribute.file().equals(file)) {
                return attribute;
            }
        }
        List<String> files = Arrays.stream(values()).map(LegacyAttribute::file).toList();
        throw new IllegalArgumentException(
                "a legacy queue has no attribute " + file + ", but scheduler, iosched/NAME and " + files);
    }
}
