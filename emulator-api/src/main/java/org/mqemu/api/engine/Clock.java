package org.mqemu.api.engine;

/** A timeline that drives a whole run. */
interface Clock extends Timeline {

    /** Runs until a component ends the run, one fails, or the run is interrupted. */
    void run();

    /** Asks a run to end as soon as it can; called from another thread. */
    void interrupt();

    /** Returns whether {@link #interrupt()} ended the run. */
    boolean interrupted();

    /** Returns about where emulated time is, in nanoseconds; may be called from another thread. */
    long nowNs();

    /** Returns the number of deliveries and self events so far; may be called from another thread. */
    long deliveries();

    /** Returns what a component's shell reports each delivery to. */
    Shell.Handled handled(Component component);

    /** Returns how late deliveries were. */
    Lateness lateness();
}
