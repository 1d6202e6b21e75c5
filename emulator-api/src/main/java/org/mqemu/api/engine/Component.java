package org.mqemu.api.engine;

import akka.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.random.RandomStream;

/**
 * A part of the emulated machine: a CPU, a lock, a tag set, a vector, an HBA, a drive.
 *
 * <p>A plain class without Akka in its logic; {@link Shell} makes it an actor, so that no two of its handlers
 * ever run at once. It computes everything from {@link #nowNs()}, the arrival time of what it is handling, and
 * never from when it happened to run. It keeps no reference into another component's state: it sends messages,
 * and where CPUs really share a word of memory, that word is a small object of its own that is correct under
 * every clock.
 */
public abstract class Component {
    /** The largest number of components in one emulation; the id is packed into the order key. */
    public static final int MAX_COMPONENTS = 1 << 16;

    private static final Timeline UNBOUND = new UnboundTimeline();

    private int id = -1;
    private String name = "unnamed";
    private Timeline timeline = UNBOUND;
    private @Nullable ActorRef<Envelope> actor;
    private @Nullable RandomStream random;
    private long nowNs;
    private long seq;
    private int selfGeneration;
    private long selfAtNs = -1;
    private int selfSlot = -1;

    /** Creates a component that is not yet part of an emulation. */
    protected Component() {}

    final void bind(int newId, String newName, Timeline newTimeline, RandomStream stream) {
        if (id >= 0) {
            throw new IllegalStateException(name + " is already part of an emulation");
        }
        id = newId;
        name = newName;
        timeline = newTimeline;
        random = stream;
    }

    final void spawned(ActorRef<Envelope> newActor) {
        actor = newActor;
    }

    final ActorRef<Envelope> actor() {
        ActorRef<Envelope> ref = actor;
        if (ref == null) {
            throw new IllegalStateException(name + " has no actor yet");
        }
        return ref;
    }

    /** Returns the id, unique in the emulation, given in the order in which components are added. */
    public final int id() {
        return id;
    }

    /** Returns the name, unique in the emulation: {@code cpu3}, {@code sda.queue_lock}. */
    public final String name() {
        return name;
    }

    /** Returns the emulated time of the event in hand, in nanoseconds. */
    public final long nowNs() {
        return nowNs;
    }

    /** Returns the component's own random stream, derived from the run's seed and the component's name. */
    protected final RandomStream random() {
        RandomStream stream = random;
        if (stream == null) {
            throw new IllegalStateException(name + " is not part of an emulation yet");
        }
        return stream;
    }

    /** Returns whether components run concurrently, see {@link Timeline#concurrent()}. */
    protected final boolean concurrent() {
        return timeline.concurrent();
    }

    /**
     * Returns the component's address as one of the protocols that it implements.
     *
     * @param protocol an interface that this component implements
     * @param <T> the protocol
     * @throws ClassCastException if the component does not implement it
     */
    public final <T> Ref<T> ref(Class<T> protocol) {
        if (!protocol.isInstance(this)) {
            throw new ClassCastException(name() + " is no " + protocol.getSimpleName());
        }
        return new Ref<>(this);
    }

    /**
     * Sends a message.
     *
     * @param to the receiver
     * @param message what to say
     * @param atNs the emulated time of arrival, in nanoseconds, not before {@link #nowNs()}
     * @param <T> the receiver's protocol
     */
    protected final <T> void send(Ref<T> to, Message<? super T> message, long atNs) {
        if (atNs < nowNs || atNs > SelfSlots.LATEST_NS) {
            throw badTime("sends " + message, atNs);
        }
        timeline.deliver(new Envelope(to.component(), message, atNs, id, seq++));
    }

    /**
     * Arms the one self slot: {@link #onSelf()} is called at that time unless it is armed again or disarmed.
     *
     * @param atNs the emulated time, in nanoseconds, not before {@link #nowNs()}
     */
    protected final void armSelf(long atNs) {
        if (atNs < nowNs || atNs > SelfSlots.LATEST_NS) {
            throw badTime("arms itself", atNs);
        }
        if (atNs != selfAtNs) {
            selfAtNs = atNs;
            selfGeneration++;
            timeline.armSelf(this, atNs);
        }
    }

    private IllegalStateException badTime(String what, long atNs) {
        String when = atNs < nowNs ? " in the past: at " : " beyond the end of time: at ";
        return new IllegalStateException(name + " " + what + when + atNs + " ns, now " + nowNs + " ns");
    }

    /** Disarms the self slot. */
    protected final void disarmSelf() {
        if (selfAtNs >= 0) {
            selfAtNs = -1;
            selfGeneration++;
            timeline.disarmSelf(this);
        }
    }

    /** Ends the whole run after the event in hand. */
    protected final void endRun() {
        timeline.end(nowNs);
    }

    /** Called once at emulated time 0, before any message. */
    protected void onStart() {}

    /** Called when the self slot's time has come. */
    protected void onSelf() {
        throw new IllegalStateException(name + " armed itself but handles no self event");
    }

    /**
     * Checks that the component holds nothing that it should have given back: called when the run has drained.
     *
     * @param audit takes what is left over
     */
    protected void audit(Audit audit) {}

    final void start() {
        onStart();
    }

    /** Handles an envelope: the one entry into the component, called by its actor or its clock. */
    @SuppressWarnings("unchecked") // a Ref<T> is only made for a component that implements T
    final void handle(Envelope envelope) {
        Message<?> message = envelope.message;
        if (message == null) {
            if ((int) envelope.seq == selfGeneration) {
                fire(envelope.atNs);
            }
            return;
        }
        advance(envelope.atNs);
        ((Message<Object>) message).deliverTo(this);
    }

    /** Runs the self event: called by the virtual clock directly and by {@link #handle} otherwise. */
    final void fire(long atNs) {
        selfAtNs = -1;
        advance(atNs);
        onSelf();
    }

    private void advance(long atNs) {
        if (atNs > nowNs) {
            nowNs = atNs;
        }
    }

    /** Returns whether the self slot is armed. */
    final boolean isArmed() {
        return selfAtNs >= 0;
    }

    final int selfGeneration() {
        return selfGeneration;
    }

    final int selfSlot() {
        return selfSlot;
    }

    final void selfSlot(int slot) {
        selfSlot = slot;
    }

    @Override
    public final String toString() {
        return name;
    }
}
