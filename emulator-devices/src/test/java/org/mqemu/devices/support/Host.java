package org.mqemu.devices.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;

/** A CPU with a driver: keeps a number of commands at an HBA until it has had its total, then ends the run. */
public final class Host extends Component implements InterruptTarget {
    private final Ref<HbaPort> hba;
    private final ReplyQueue replies;
    private final int depth;
    private final long total;
    private final long handlerNs;
    private final List<HbaCommand> first = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private int luns = 1;
    private int sectors = 8;
    private Op op = Op.READ;
    private long sent;
    private long done;
    private int interrupts;

    public Host(Ref<HbaPort> hba, ReplyQueue replies, int depth, long total, long handlerNs) {
        this.hba = hba;
        this.replies = replies;
        this.depth = depth;
        this.total = total;
        this.handlerNs = handlerNs;
    }

    public Host luns(int number) {
        luns = number;
        return this;
    }

    public Host commands(Op newOp, int newSectors) {
        op = newOp;
        sectors = newSectors;
        return this;
    }

    /** Sends this at time 0 in place of the first commands of its own. */
    public Host first(HbaCommand command) {
        first.add(command);
        return this;
    }

    @Override
    protected void onStart() {
        for (HbaCommand command : first) {
            sent++;
            send(hba, command, nowNs());
        }
        for (int index = first.size(); index < depth; index++) {
            submit(index);
        }
    }

    private void submit(int index) {
        if (sent < total) {
            int lun = (int) (sent++ % luns);
            send(hba, new HbaCommand(index, 0, 0, lun, op, op == Op.FLUSH ? 0 : sent * 8, sectors, 0), nowNs());
        }
    }

    @Override
    public void onInterrupt(Interrupt interrupt) {
        interrupts++;
        armSelf(nowNs() + handlerNs);
    }

    @Override
    protected void onSelf() {
        @Nullable Reply reply = replies.poll();
        if (reply != null) {
            done++;
            log.add(reply.index() + " " + reply.status() + "@" + nowNs());
            submit(reply.index());
        }
        if (done == total) {
            endRun();
        } else if (replies.size() > 0 || !replies.endService()) {
            armSelf(nowNs() + handlerNs);
        }
    }

    public List<String> log() {
        return log;
    }

    public int interrupts() {
        return interrupts;
    }
}
