package org.mqemu.api.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.mqemu.api.random.RandomStream;

/** A component that notes what it handles and does what the test says. */
final class Probe extends Component implements Listener {
    /** What was handled, with its emulated time: {@code 5 self}, {@code 7 hello}. */
    final List<String> seen = new ArrayList<>();

    private Consumer<Probe> atStart = p -> {};
    private Consumer<Probe> atSelf = p -> {};
    private BiConsumer<Probe, String> atMessage = (p, text) -> {};

    static Probe unnamed() {
        return new Probe();
    }

    /** Returns a probe that is part of no emulation but has an id. */
    static Probe withId(int id) {
        Probe probe = new Probe();
        probe.bind(id, "probe" + id, new UnboundTimeline(), RandomStream.of(1, "probe" + id));
        return probe;
    }

    static Envelope envelope(Probe to, String text, long atNs, int senderId, long seq) {
        return new Envelope(to, new Listener.Say(text), atNs, senderId, seq);
    }

    Probe onStart(Consumer<Probe> action) {
        atStart = action;
        return this;
    }

    Probe onSelf(Consumer<Probe> action) {
        atSelf = action;
        return this;
    }

    Probe onMessage(BiConsumer<Probe, String> action) {
        atMessage = action;
        return this;
    }

    void say(Probe to, String text, long atNs) {
        send(to.ref(Listener.class), new Listener.Say(text), atNs);
    }

    void arm(long atNs) {
        armSelf(atNs);
    }

    void disarm() {
        disarmSelf();
    }

    void end() {
        endRun();
    }

    RandomStream dice() {
        return random();
    }

    @Override
    protected void onStart() {
        atStart.accept(this);
    }

    @Override
    protected void onSelf() {
        seen.add(nowNs() + " self");
        atSelf.accept(this);
    }

    @Override
    public void hear(String text) {
        seen.add(nowNs() + " " + text);
        atMessage.accept(this, text);
    }
}
