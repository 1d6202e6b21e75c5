package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.ScsiDone;

/**
 * A driver's interrupt handler of one reply queue: works off replies until there are none. Replies that arrive meanwhile
 * raise no interrupt of their own.
 */
final class HbaInterrupt {
    private final ReplyQueue replyQueue;
    private final CommandTable commands;
    private final TaskTable tasks;
    private final @Nullable TagMap ownIndexes;
    private final ScsiDone scsiDone;
    private final @Nullable GlobalSection section;
    private final DriverFunctions functions;
    private @Nullable Request request;
    private int index;
    private boolean waitedFor;
    private long answered;
    private long dropped;

    private final Step next = this::next;
    private final Step freeIndex = this::freeIndex;
    private final Step lockSection = this::lockSection;
    private final Step unmap = this::unmap;
    private final Step unlockSection = this::unlockSection;

    HbaInterrupt(
            ReplyQueue replyQueue,
            CommandTable commands,
            TaskTable tasks,
            @Nullable TagMap ownIndexes,
            ScsiDone scsiDone,
            @Nullable GlobalSection section,
            DriverFunctions functions) {
        this.replyQueue = replyQueue;
        this.commands = commands;
        this.tasks = tasks;
        this.ownIndexes = ownIndexes;
        this.scsiDone = scsiDone;
        this.section = section;
        this.functions = functions;
    }

    Step entry() {
        return next;
    }

    private @Nullable Step next(Context cx) {
        Reply reply = replyQueue.poll();
        if (reply == null) {
            return replyQueue.endService() ? cx.ret() : next;
        }
        if (tasks.isTask(reply.index())) {
            tasks.answered(cx, reply);
            return next;
        }
        Request completed = commands.close(reply.index(), reply.serial());
        if (completed == null) {
            dropped++;
            return next;
        }
        answered++;
        index = reply.index();
        waitedFor = completed.completed(reply.status(), cx.cpuNumber(), cx.nowNs());
        request = completed;
        if (section != null) {
            return lockSection;
        }
        return ownIndexes == null ? done(cx) : freeIndex;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no command is being completed");
        }
        return value;
    }

    private @Nullable Step lockSection(Context cx) {
        return cx.lock(present(section).lock(), unmap);
    }

    private Step unmap(Context cx) {
        cx.charge(present(section).unmap());
        return unlockSection;
    }

    private @Nullable Step unlockSection(Context cx) {
        cx.unlock(present(section).lock());
        return ownIndexes == null ? done(cx) : freeIndex;
    }

    private Step freeIndex(Context cx) {
        present(ownIndexes).free(cx, index);
        return done(cx);
    }

    private Step done(Context cx) {
        Request completed = present(request);
        request = null;
        functions.chargeComplete(cx);
        if (!waitedFor) {
            return next; // error handling has the command: scsi_done would drop it
        }
        return cx.call(scsiDone.begin(completed), next);
    }

    long answered() {
        return answered;
    }

    long dropped() {
        return dropped;
    }
}
