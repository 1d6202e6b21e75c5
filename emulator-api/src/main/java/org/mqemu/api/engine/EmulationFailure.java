package org.mqemu.api.engine;

import org.jspecify.annotations.Nullable;

/** A run that failed: an exception in a component, a message that nobody took, or a run that stalled. */
public final class EmulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final long atNs;

    EmulationFailure(String component, long atNs, String what, @Nullable Throwable cause) {
        super(component + " failed at " + atNs + " ns: " + what, cause);
        this.component = component;
        this.atNs = atNs;
    }

    /** Returns the name of the component in which it happened, or of the clock. */
    public String component() {
        return component;
    }

    /** Returns the emulated time at which it happened, in nanoseconds. */
    public long atNs() {
        return atNs;
    }
}
