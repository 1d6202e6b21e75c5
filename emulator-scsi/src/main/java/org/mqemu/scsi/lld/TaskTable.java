package org.mqemu.scsi.lld;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.cpu.Context;

/**
 * The task management functions that a driver has asked its HBA for: one of each kind and host at most, since a host has one
 * thread for aborts and one for the rest. Their indexes follow those of the commands.
 */
final class TaskTable {
    /** A function that is waited for. */
    static final class Waiting {
        private final int serial;
        private final Context thread;
        private volatile @Nullable CommandStatus answer;
        private volatile boolean expired;

        Waiting(int serial, Context thread) {
            this.serial = serial;
            this.thread = thread;
        }

        @Nullable CommandStatus answer() {
            return answer;
        }

        boolean isExpired() {
            return expired;
        }

        void expire(Context cx) {
            expired = true;
            if (answer == null) {
                cx.wake(thread);
            }
        }
    }

    private static final int KINDS = TaskKind.values().length;

    private final int first;
    private final int[] serials;
    private final AtomicReferenceArray<@Nullable Waiting> open;

    TaskTable(int first, int hosts) {
        this.first = first;
        this.serials = new int[hosts * KINDS];
        this.open = new AtomicReferenceArray<>(hosts * KINDS);
    }

    boolean isTask(int index) {
        return index >= first;
    }

    int indexOf(int host, TaskKind kind) {
        return first + place(host, kind);
    }

    private static int place(int host, TaskKind kind) {
        return host * KINDS + kind.ordinal();
    }

    /** Opens a host's function; the thread will be woken by its answer. */
    Waiting open(int host, TaskKind kind, Context thread) {
        Waiting waiting = new Waiting(++serials[place(host, kind)], thread);
        open.set(place(host, kind), waiting);
        return waiting;
    }

    static int serialOf(Waiting waiting) {
        return waiting.serial;
    }

    /** Forgets a function; an answer that comes later is dropped. */
    void close(int host, TaskKind kind) {
        open.set(place(host, kind), null);
    }

    /** Takes an answer. */
    void answered(Context cx, Reply reply) {
        Waiting waiting = open.get(reply.index() - first);
        if (waiting != null && waiting.serial == reply.serial()) {
            waiting.answer = reply.status();
            cx.wake(waiting.thread);
        }
    }
}
