package org.mqemu.api.engine;

import org.jspecify.annotations.Nullable;

/**
 * A message on its way: what, to whom, when it arrives, and the rest of the order key.
 *
 * <p>Deliveries are ordered by (arrival time, sender's id, sender's sequence number). None of the three
 * depends on where or in which order components happened to run, so a run that is spread over several
 * machines has the same order as one that is not.
 */
public final class Envelope {
    final Component to;
    final @Nullable Message<?> message;
    final long atNs;
    final int senderId;
    final long seq;

    Envelope(Component to, @Nullable Message<?> message, long atNs, int senderId, long seq) {
        this.to = to;
        this.message = message;
        this.atNs = atNs;
        this.senderId = senderId;
        this.seq = seq;
    }

    /** Returns the emulated time of arrival, in nanoseconds. */
    public long atNs() {
        return atNs;
    }

    /** Returns the id of the component that sent this. */
    public int senderId() {
        return senderId;
    }

    /** Returns the sender's sequence number, or the generation of the self slot if this is a self event. */
    public long seq() {
        return seq;
    }

    /** Returns whether this is the end of the receiver's own running segment rather than a message. */
    public boolean isSelf() {
        return message == null;
    }

    /** Returns the receiver. */
    public Component to() {
        return to;
    }

    /** Hands this over to the receiver's actor. */
    public void tell() {
        to.actor().tell(this);
    }

    @Override
    public String toString() {
        return (message == null ? "self" : message.getClass().getSimpleName()) + " to " + to.name() + " at " + atNs
                + " ns";
    }
}
