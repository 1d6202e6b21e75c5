package org.mqemu.api.engine;

import org.jspecify.annotations.Nullable;

/**
 * The virtual clock: one thread takes the next event in order and runs it, as fast as the host can.
 *
 * <p>Messages between components go through their actors' mailboxes on the inline dispatcher; a component's own
 * segment ends are called directly. Only this loop tells: a handler that told would run the receiver nested, at the
 * wrong time. At one time events come by the id of the component that they
 * stem from, and a component's self event comes before the messages that it sent.
 */
final class VirtualClock implements Clock {
    /** How many events pass between two looks at an interrupt, and between two shows of the time, if not paced. */
    private static final int GLANCE = 256;

    /** Events at one emulated time that are taken for an endless loop. */
    private static final int ENDLESS = 10_000_000;

    private final SelfSlots slots = new SelfSlots();
    private final MessageQueue queue = new MessageQueue();
    private final Tally tally = new Tally();
    private final FailureLog failures;
    private final Pace pace;
    private final int glance;
    private boolean ended;
    private volatile boolean interruptAsked;
    private boolean interrupted;
    private long nowNs;
    private int eventsAtOneTime;
    private long deliveries;
    private volatile long visibleNowNs;
    private volatile long visibleDeliveries;

    VirtualClock(FailureLog failures, Pace pace) {
        this.failures = failures;
        this.pace = pace;
        glance = pace == Pace.NONE ? GLANCE : 1;
    }

    @Override
    public void deliver(Envelope envelope) {
        queue.add(envelope);
    }

    @Override
    public void armSelf(Component component, long atNs) {
        slots.arm(component, atNs);
    }

    @Override
    public void disarmSelf(Component component) {
        slots.disarm(component);
    }

    @Override
    public boolean concurrent() {
        return false;
    }

    @Override
    public void end(long atNs) {
        ended = true;
    }

    @Override
    public void run() {
        pace.start();
        while (!ended && !interrupted && !failures.any()) {
            for (int i = 0; i < glance && !ended && !failures.any(); i++) {
                step();
            }
            visibleNowNs = nowNs;
            visibleDeliveries = deliveries;
            interrupted = interruptAsked;
        }
    }

    private void step() {
        long self = slots.first();
        long message = queue.firstKey(self);
        long key = Math.min(self, message);
        if (key == SelfSlots.NONE) {
            failures.record(new EmulationFailure("clock", nowNs, "the run stalled: nothing is left to happen", null));
            return;
        }
        advance(SelfSlots.timeOf(key));
        deliveries++;
        if (self <= message) {
            fire(slots.firstOwner());
        } else {
            tell(queue.take());
        }
    }

    private void advance(long toNs) {
        if (toNs != nowNs) {
            nowNs = toNs;
            eventsAtOneTime = 0;
            pace.until(toNs);
        } else if (++eventsAtOneTime == ENDLESS) {
            failures.record(new EmulationFailure(
                    "clock", nowNs, "time does not advance: everything that happens takes 0 ns", null));
        }
    }

    private void tell(Envelope envelope) {
        tally.taken = null;
        try {
            envelope.tell();
        } catch (RuntimeException e) {
            failures.record(envelope.to, nowNs, e);
        }
        if (tally.taken != envelope) {
            failures.record(
                    new EmulationFailure(envelope.to.name(), nowNs, "a message was not taken: " + envelope, null));
        }
    }

    private void fire(@Nullable Component component) {
        if (component == null) {
            throw new IllegalStateException("no self event is armed");
        }
        try {
            component.fire(nowNs);
        } catch (RuntimeException | Error e) {
            failures.record(component, nowNs, e);
        }
        if (!component.isArmed()) {
            slots.disarm(component);
        }
    }

    @Override
    public void interrupt() {
        interruptAsked = true;
        pace.stop();
    }

    @Override
    public boolean interrupted() {
        return interrupted;
    }

    @Override
    public long nowNs() {
        return visibleNowNs;
    }

    @Override
    public long deliveries() {
        return visibleDeliveries;
    }

    @Override
    public Shell.Handled handled(Component component) {
        return tally;
    }

    @Override
    public Lateness lateness() {
        return Lateness.NONE;
    }

    /** Notes that a message was taken: the actor runs on this very thread, so it must have been when tell returns. */
    private static final class Tally implements Shell.Handled {
        private @Nullable Envelope taken;

        @Override
        public boolean before(Component component, Envelope envelope) {
            taken = envelope;
            return true;
        }

        @Override
        public void after(Component component, Envelope envelope) {}
    }
}
