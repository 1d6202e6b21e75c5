package org.mqemu.devices.support;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.VectorPort;

/** A host without CPUs: sends commands and functions to an HBA at given times and notes the replies as they reach memory. */
public final class HbaScript extends Component implements VectorPort {
    private final long endNs;
    private final List<Runnable> steps = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Ref<HbaPort> hba;

    public HbaScript(long endNs) {
        this.endNs = endNs;
    }

    public void connect(Ref<HbaPort> port) {
        hba = port;
    }

    public HbaScript at(long atNs, Message<HbaPort> message) {
        steps.add(() -> send(hba, message, atNs));
        return this;
    }

    @Override
    protected void onStart() {
        armSelf(endNs);
        steps.forEach(Runnable::run);
    }

    @Override
    public void onReply(Reply reply) {
        log.add(reply.index() + " " + reply.status() + "@" + nowNs());
    }

    @Override
    protected void onSelf() {
        endRun();
    }

    public List<String> log() {
        return log;
    }
}
