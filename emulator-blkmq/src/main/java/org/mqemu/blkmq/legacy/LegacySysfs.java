package org.mqemu.blkmq.legacy;

import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.elevator.Tunables;

/**
 * Writes to the sysfs attributes of legacy queues, for one context (queue_attr_store). Another elevator is a matter of
 * its own, see {@link SwitchElevator}; all else changes at once under the queue_lock.
 *
 * <p>Source: block/blk-sysfs.c and block/elevator.c of 3.15.
 */
final class LegacySysfs implements QueueSysfs {
    private static final String SCHEDULER = "scheduler";
    private static final String IOSCHED = "iosched/";

    private final ElevatorFactory elevators;
    private final SwitchElevator switchElevator;
    private @Nullable RequestQueue queue;
    private @Nullable Consumer<Context> change;
    private @Nullable String scheduler;

    private final Step lock = this::lock;
    private final Step takeMutex = this::takeMutex;
    private final Step sleepForMutex = this::sleepForMutex;
    private final Step giveMutex = this::giveMutex;
    private final Step unlock = this::unlock;

    LegacySysfs(ElevatorFactory elevators, RunQueue runQueue) {
        this.elevators = elevators;
        this.switchElevator = new SwitchElevator(elevators, runQueue);
    }

    @Override
    public void check(String attribute, String value) {
        if (attribute.equals(SCHEDULER)) {
            elevators.make(value);
        } else if (attribute.startsWith(IOSCHED)) {
            checkTunable(attribute.substring(IOSCHED.length()), value);
        } else {
            LegacyAttribute.of(attribute).parse(value);
        }
    }

    /** Checks that one elevator at least has such a tunable and takes the value. */
    private void checkTunable(String name, String value) {
        long number = number(name, value);
        TreeSet<String> known = new TreeSet<>();
        IllegalArgumentException refused = null;
        for (String elevator : elevators.names()) {
            Tunables tunables = elevators.make(elevator).tunables();
            known.addAll(tunables.names());
            if (tunables.names().contains(name)) {
                try {
                    tunables.set(name, number);
                    return;
                } catch (IllegalArgumentException e) {
                    refused = e;
                }
            }
        }
        throw refused != null
                ? refused
                : new IllegalArgumentException("no elevator has a tunable " + name + ", but " + known);
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a whole number: " + value, e);
        }
    }

    @Override
    public Step store(BlockQueue toQueue, String attribute, String value) {
        RequestQueue to = (RequestQueue) toQueue;
        queue = to;
        scheduler = null;
        if (attribute.equals(SCHEDULER)) {
            scheduler = value;
        } else if (attribute.startsWith(IOSCHED)) {
            String name = attribute.substring(IOSCHED.length());
            long number = number(name, value);
            change = cx -> setTunable(to.elevator().tunables(), name, number);
        } else {
            LegacyAttribute found = LegacyAttribute.of(attribute);
            int number = found.parse(value);
            change = cx -> found.set(to, number, cx);
        }
        return lock;
    }

    private static void setTunable(Tunables tunables, String name, long value) {
        if (tunables.names().contains(name)) {
            try {
                tunables.set(name, value);
            } catch (IllegalArgumentException e) {
                // EINVAL: another elevator takes the value, this one does not
            }
        }
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing is being written");
        }
        return value;
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(present(queue).lock(), takeMutex);
    }

    private Step takeMutex(Context cx) {
        if (!present(queue).sysfsMutex().take(cx)) {
            return sleepForMutex;
        }
        String name = scheduler;
        if (name != null) {
            return cx.call(switchElevator.begin(present(queue), name), giveMutex);
        }
        present(change).accept(cx);
        return giveMutex;
    }

    private @Nullable Step sleepForMutex(Context cx) {
        cx.unlock(present(queue).lock());
        return cx.sleep(false, lock);
    }

    private Step giveMutex(Context cx) {
        Context next = present(queue).sysfsMutex().give();
        if (next != null) {
            cx.wake(next);
        }
        return unlock;
    }

    private @Nullable Step unlock(Context cx) {
        cx.unlock(present(queue).lock());
        queue = null;
        change = null;
        return cx.ret();
    }
}
