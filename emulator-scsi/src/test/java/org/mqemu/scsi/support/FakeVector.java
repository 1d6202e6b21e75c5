package org.mqemu.scsi.support;

import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.api.hardware.VectorPort;

/** A reply queue and the vector that interrupts one CPU for it. */
public final class FakeVector extends Component implements VectorPort {
    private final int number;
    private final Ref<InterruptTarget> cpu;
    private final ReplyQueue replyQueue = new ReplyQueue();
    private int replies;
    private int interrupts;

    FakeVector(int number, Ref<InterruptTarget> cpu) {
        this.number = number;
        this.cpu = cpu;
    }

    @Override
    public void onReply(Reply reply) {
        replies++;
        if (replyQueue.post(reply)) {
            interrupts++;
            send(cpu, new Interrupt(number), nowNs());
        }
    }

    ReplyQueue replyQueue() {
        return replyQueue;
    }

    public int replies() {
        return replies;
    }

    public int interrupts() {
        return interrupts;
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "replies", replyQueue.size());
    }
}
