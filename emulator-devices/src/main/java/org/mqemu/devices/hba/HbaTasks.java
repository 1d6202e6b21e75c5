package org.mqemu.devices.hba;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.HbaTask;

/**
 * The task management functions that an HBA is carrying out: which logical units each waits for.
 *
 * <p>A function's token has the sign bit, so that it can not be taken for a command's. Not thread-safe.
 */
final class HbaTasks {
    private static final class Open {
        private final HbaTask task;
        private int answersLeft;

        Open(HbaTask task, int answersLeft) {
            this.task = task;
            this.answersLeft = answersLeft;
        }
    }

    private final List<HbaLun> luns;
    private final Map<Long, Open> open = new LinkedHashMap<>();

    HbaTasks(List<HbaLun> luns) {
        this.luns = luns;
    }

    static long token(HbaTask task) {
        return Long.MIN_VALUE | CommandTable.token(task.index(), task.serial());
    }

    static boolean isTask(long token) {
        return token < 0;
    }

    /** Returns the logical units that a function reaches. */
    List<Integer> reach(HbaTask task) {
        HbaLun of = luns.get(task.lun());
        return switch (task.kind()) {
            case ABORT_TASK, LUN_RESET -> List.of(task.lun());
            case TARGET_RESET -> those(lun -> lun.channel() == of.channel() && lun.target() == of.target());
            case BUS_RESET -> those(lun -> lun.channel() == of.channel());
            case HOST_RESET -> those(lun -> true);
        };
    }

    private List<Integer> those(Predicate<HbaLun> which) {
        return IntStream.range(0, luns.size())
                .filter(i -> which.test(luns.get(i)))
                .boxed()
                .toList();
    }

    void open(HbaTask task, int answers) {
        if (open.put(token(task), new Open(task, answers)) != null) {
            throw new IllegalStateException("task management index " + task.index() + " is in use already");
        }
    }

    /** Notes a drive's answer and returns the function if that was the last one; a forgotten function's is dropped. */
    @Nullable HbaTask answered(long token) {
        Open waiting = open.get(token);
        if (waiting == null || --waiting.answersLeft > 0) {
            return null;
        }
        open.remove(token);
        return waiting.task;
    }

    /** Forgets all functions and returns them: the HBA is reset. */
    List<HbaTask> forget() {
        List<HbaTask> forgotten =
                open.values().stream().map(waiting -> waiting.task).toList();
        open.clear();
        return forgotten;
    }
}
