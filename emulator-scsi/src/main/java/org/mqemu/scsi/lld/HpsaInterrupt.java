package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.ScsiDone;

/**
 * {@code do_hpsa_intr_msi} of one reply queue: works off replies until there are none. Replies that arrive meanwhile
 * raise no interrupt of their own.
 */
final class HpsaInterrupt {
    private final ReplyQueue replyQueue;
    private final CommandTable commands;
    private final @Nullable TagMap indexes;
    private final ScsiDone scsiDone;
    private final Price completePrice;
    private @Nullable Request request;
    private long answered;

    private final Step next = this::next;
    private final Step freeIndex = this::freeIndex;

    HpsaInterrupt(
            ReplyQueue replyQueue,
            CommandTable commands,
            @Nullable TagMap indexes,
            ScsiDone scsiDone,
            PriceList prices) {
        this.replyQueue = replyQueue;
        this.commands = commands;
        this.indexes = indexes;
        this.scsiDone = scsiDone;
        this.completePrice = prices.of("complete_scsi_command");
    }

    Step entry() {
        return next;
    }

    private @Nullable Step next(Context cx) {
        Reply reply = replyQueue.poll();
        if (reply == null) {
            return replyQueue.endService() ? cx.ret() : next;
        }
        Request completed = commands.close(reply.index(), reply.serial());
        if (completed == null) {
            return next;
        }
        answered++;
        completed.completed(reply.status(), cx.cpuNumber(), cx.nowNs());
        request = completed;
        TagMap own = indexes;
        return own == null ? done(cx) : freeIndex;
    }

    private Step freeIndex(Context cx) {
        TagMap own = indexes;
        Request completed = request;
        if (own != null && completed != null) {
            own.free(cx, completed.driverIndex());
        }
        return done(cx);
    }

    private Step done(Context cx) {
        Request completed = request;
        if (completed == null) {
            throw new IllegalStateException("no command is being completed");
        }
        request = null;
        cx.charge(completePrice);
        return cx.call(scsiDone.begin(completed), next);
    }

    long answered() {
        return answered;
    }
}
