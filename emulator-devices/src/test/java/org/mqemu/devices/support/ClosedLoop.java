package org.mqemu.devices.support;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.Op;

/** Keeps a number of 4 KiB reads outstanding at a target, at random addresses, until a time. */
public final class ClosedLoop extends Component implements CommandSink {
    private static final int SECTORS = 8;

    private final Ref<BlockTarget> target;
    private final int depth;
    private final long addresses;
    private final long endNs;
    private final Ref<CommandSink> self = ref(CommandSink.class);
    private final List<String> log = new ArrayList<>();
    private long done;

    public ClosedLoop(Ref<BlockTarget> target, int depth, long capacitySectors, long endNs) {
        this.target = target;
        this.depth = depth;
        this.addresses = capacitySectors / SECTORS;
        this.endNs = endNs;
    }

    @Override
    protected void onStart() {
        armSelf(endNs);
        for (int token = 0; token < depth; token++) {
            submit(token);
        }
    }

    private void submit(long token) {
        long sector = random().nextBelow(addresses) * SECTORS;
        send(target, new BlockCommand(token, Op.READ, sector, SECTORS, self), nowNs());
    }

    @Override
    public void onCommandDone(CommandDone command) {
        done++;
        if (log.size() < 1000) {
            log.add(command.token() + "@" + nowNs());
        }
        submit(command.token());
    }

    @Override
    protected void onSelf() {
        endRun();
    }

    public long done() {
        return done;
    }

    /** The first thousand ends: token and time. */
    public List<String> log() {
        return log;
    }
}
