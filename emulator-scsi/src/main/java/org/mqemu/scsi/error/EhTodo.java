package org.mqemu.scsi.error;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;

/**
 * What error handling does next.
 *
 * @param kind what
 * @param handler which of the driver's error handlers, for {@link Kind#HANDLER} and {@link Kind#END_TEST}
 * @param command the command that it is for; null for {@link Kind#SETTLE} and {@link Kind#OVER}
 * @param waitNs how long, for {@link Kind#SETTLE}, in nanoseconds
 */
public record EhTodo(
        Kind kind, @Nullable TaskKind handler, @Nullable EhCommand command, long waitNs) {
    /** Kinds of what can be done. */
    public enum Kind {
        /** Call an error handler of the driver and answer whether it succeeded. */
        HANDLER,
        /** Send TEST UNIT READY to the command's device and answer how it ended. */
        TEST,
        /** Call an error handler for a TEST UNIT READY that had no answer, and answer whether it succeeded. */
        END_TEST,
        /** Wait until a bus or host has settled after a reset. */
        SETTLE,
        /** Finish or retry the commands that are done with. */
        OVER
    }

    static EhTodo handler(TaskKind handler, EhCommand command) {
        return new EhTodo(Kind.HANDLER, handler, command, 0);
    }

    static EhTodo test(EhCommand command) {
        return new EhTodo(Kind.TEST, null, command, 0);
    }

    static EhTodo endTest(TaskKind handler, EhCommand command) {
        return new EhTodo(Kind.END_TEST, handler, command, 0);
    }

    static EhTodo settle(long ns) {
        return new EhTodo(Kind.SETTLE, null, null, ns);
    }

    static EhTodo over() {
        return new EhTodo(Kind.OVER, null, null, 0);
    }
}
