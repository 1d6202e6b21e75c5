package org.mqemu.api.engine;

/**
 * Carries messages to their receivers at their emulated time of arrival.
 *
 * <p>The only way in which components talk. Three clocks implement it (see {@code org.mqemu.api.clock}); a
 * component cannot tell which one it runs under, except that {@link #concurrent()} says whether words that
 * several CPUs share must be atomic.
 */
public interface Timeline {

    /**
     * Delivers a message.
     *
     * @param envelope the message with its arrival time, which is not earlier than the sender's time
     */
    void deliver(Envelope envelope);

    /**
     * Arms the component's one self slot; an earlier arming is overwritten.
     *
     * @param component the component, which is told by {@link Component#onSelf()}
     * @param atNs the emulated time of the event, in nanoseconds
     */
    void armSelf(Component component, long atNs);

    /**
     * Disarms the component's self slot.
     *
     * @param component the component
     */
    void disarmSelf(Component component);

    /** Returns whether components run concurrently, so that shared words need atomics and the skew guard. */
    boolean concurrent();

    /**
     * Ends the run after the event in hand.
     *
     * @param atNs the emulated time at which the run is over, in nanoseconds
     */
    void end(long atNs);
}
