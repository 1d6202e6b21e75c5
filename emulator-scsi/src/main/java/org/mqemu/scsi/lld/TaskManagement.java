package org.mqemu.scsi.lld;

import java.util.EnumSet;
import java.util.Set;
import org.mqemu.api.hardware.TaskKind;

/**
 * What a driver does for error handling.
 *
 * @param handlers which error handlers it has
 * @param timeoutNs how long it waits for a task management function, in nanoseconds
 */
public record TaskManagement(Set<TaskKind> handlers, long timeoutNs) {
    /** Copies the set. */
    public TaskManagement {
        handlers = Set.copyOf(handlers);
    }

    /**
     * Returns what a driver has.
     *
     * @param kind the driver
     * @param aborts whether its version has the abort handler that some have
     * @param timeoutNs how long it waits, in nanoseconds
     */
    public static TaskManagement of(HbaDriverKind kind, boolean aborts, long timeoutNs) {
        Set<TaskKind> handlers = EnumSet.copyOf(kind.handlers());
        if (!aborts) {
            handlers.remove(TaskKind.ABORT_TASK);
        }
        return new TaskManagement(handlers, timeoutNs);
    }
}
