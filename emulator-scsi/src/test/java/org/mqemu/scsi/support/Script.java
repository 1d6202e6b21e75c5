package org.mqemu.scsi.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;

/** Sends given messages and looks at things at given times. */
final class Script extends Component implements ScriptPort {
    private final List<Runnable> sends = new ArrayList<>();

    <T> void at(long atNs, Ref<T> to, Message<? super T> message) {
        sends.add(() -> send(to, message, atNs));
    }

    void look(long atNs, LongConsumer look) {
        sends.add(() -> send(ref(ScriptPort.class), new Look(look), atNs));
    }

    @Override
    public void onLook(Look message) {
        message.look().accept(nowNs());
    }

    @Override
    protected void onStart() {
        sends.forEach(Runnable::run);
    }
}
