package org.mqemu.blkmq.mq;

import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.elevator.Tunables;

/**
 * Writes to the sysfs attributes of blk-mq queues, for one thread: another scheduler or another nr_requests while the
 * queue is frozen, all else at once.
 *
 * <p>Source: block/blk-sysfs.c, block/elevator.c and block/blk-mq.c of 6.1.
 */
final class MqSysfs implements QueueSysfs {
    private static final String IOSCHED = "iosched/";
    private static final String WRITE_CACHE = "write_cache";
    private static final int MIN_RQ = 4; // BLKDEV_MIN_RQ
    private static final int SECTORS_PER_KB = 2;
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_MS = 1_000_000;

    private final BlkMq layer;
    private final @Nullable FreezeQueue freezeQueue;
    private @Nullable MqQueue queue;
    private @Nullable Runnable change;
    private final Step frozen = this::frozen;
    private final Step over = this::over;

    /**
     * Creates the attributes.
     *
     * @param layer the block layer
     * @param freezeQueue freezes queues, or null if the generation never does
     */
    MqSysfs(BlkMq layer, @Nullable FreezeQueue freezeQueue) {
        this.layer = layer;
        this.freezeQueue = freezeQueue;
    }

    /** The attributes that are numbers. */
    private enum Attribute {
        NR_REQUESTS(1, 2048),
        RQ_AFFINITY(0, 2),
        NOMERGES(0, 2),
        MAX_SECTORS_KB(4, 1 << 20),
        TIME_SLICE_US(0, 1_000_000),
        IO_TIMEOUT(1, Integer.MAX_VALUE);

        private final int min;
        private final int max;

        Attribute(int min, int max) {
            this.min = min;
            this.max = max;
        }

        static Attribute of(String file, boolean timeSlice) {
            TreeSet<String> files = new TreeSet<>();
            for (Attribute attribute : values()) {
                if (attribute == TIME_SLICE_US && !timeSlice) {
                    continue;
                }
                String name = attribute.name().toLowerCase(Locale.ROOT);
                if (name.equals(file)) {
                    return attribute;
                }
                files.add(name);
            }
            throw new IllegalArgumentException("a blk-mq queue has no attribute " + file
                    + ", but scheduler, write_cache, iosched/NAME and " + files);
        }

        int parse(String value) {
            long number = number(name().toLowerCase(Locale.ROOT), value);
            if (number < min || number > max) {
                throw new IllegalArgumentException(
                        name().toLowerCase(Locale.ROOT) + " is " + min + " to " + max + ": " + value);
            }
            return (int) number;
        }
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a whole number: " + value, e);
        }
    }

    @Override
    public void check(String attribute, String value) {
        if (attribute.equals("scheduler")) {
            layer.checkScheduler(value);
        } else if (attribute.equals(WRITE_CACHE)) {
            isWriteBack(value);
        } else if (attribute.startsWith(IOSCHED)) {
            layer.checkTunable(attribute.substring(IOSCHED.length()), number(attribute, value));
        } else {
            Attribute.of(attribute, layer.hasTimeSlice()).parse(value);
        }
    }

    @Override
    public Step store(BlockQueue toQueue, String attribute, String value) {
        MqQueue to = (MqQueue) toQueue;
        queue = to;
        if (attribute.equals("scheduler")) {
            change = () -> layer.scheduler(to, value);
            return freezing();
        } else if (attribute.equals(WRITE_CACHE)) {
            boolean writeBack = isWriteBack(value);
            change = () -> to.volatileCache(writeBack);
            return over;
        } else if (attribute.startsWith(IOSCHED)) {
            String name = attribute.substring(IOSCHED.length());
            change = () -> setTunable(to, name, number(name, value));
            return over;
        }
        Attribute found = Attribute.of(attribute, layer.hasTimeSlice());
        int number = found.parse(value);
        switch (found) {
            case NR_REQUESTS -> {
                change = () -> layer.nrRequests(to, Math.max(MIN_RQ, number));
                return freezing();
            }
            case RQ_AFFINITY ->
                change = () -> to.affinity(new RqAffinity(number, to.affinity().topology()));
            case TIME_SLICE_US -> change = () -> layer.timeSlice(to, number * NS_PER_US);
            case NOMERGES -> change = () -> to.limits(limits(to, to.limits().maxSectors(), number));
            case MAX_SECTORS_KB ->
                change = () -> to.limits(
                        limits(to, number * SECTORS_PER_KB, to.limits().nomerges()));
            case IO_TIMEOUT -> change = () -> to.timeoutNs(number * NS_PER_MS);
        }
        return over;
    }

    private static boolean isWriteBack(String value) {
        return switch (value) {
            case "write back" -> true;
            case "write through", "none" -> false;
            default -> throw new IllegalArgumentException("write_cache is write back or write through: " + value);
        };
    }

    private static QueueLimits limits(MqQueue queue, int maxSectors, int nomerges) {
        return new QueueLimits(maxSectors, queue.limits().maxSegments(), nomerges);
    }

    /** Another scheduler may have come meanwhile that has no such tunable: the shell gets ENOENT or EINVAL. */
    private static void setTunable(MqQueue queue, String name, long value) {
        ElevatorQueue elevator = queue.elevator();
        Tunables tunables = elevator == null ? null : elevator.elevator().tunables();
        if (tunables != null && tunables.names().contains(name)) {
            try {
                tunables.set(name, value);
            } catch (IllegalArgumentException e) {
                // EINVAL: another scheduler takes the value, this one does not
            }
        }
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing is being written");
        }
        return value;
    }

    private Step freezing() {
        FreezeQueue freezes = freezeQueue;
        return freezes == null ? over : cx -> cx.call(freezes.begin(present(queue)), frozen);
    }

    private Step frozen(Context cx) {
        present(change).run();
        change = null;
        return cx.call(present(freezeQueue).end(), over);
    }

    private @Nullable Step over(Context cx) {
        Runnable now = change;
        if (now != null) {
            now.run();
        }
        change = null;
        queue = null;
        return cx.ret();
    }
}
