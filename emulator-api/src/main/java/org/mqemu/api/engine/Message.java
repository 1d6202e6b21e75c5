package org.mqemu.api.engine;

/**
 * A message to a component that speaks the protocol {@code T}.
 *
 * <p>A protocol is an interface with one method per message; a message is a small immutable record that
 * calls its own method of it. The compiler therefore knows that every message has a handler, and dispatch
 * costs one interface call.
 *
 * @param <T> the protocol of the receiver
 */
public interface Message<T> {

    /**
     * Calls the receiver's handler for this message.
     *
     * @param target the receiver, at the emulated time of arrival
     */
    void deliverTo(T target);
}
