package org.mqemu.api.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Remembers the first failure of a run; the clocks look at it after each event. */
final class FailureLog {
    private final AtomicReference<@Nullable EmulationFailure> first = new AtomicReference<>();

    void record(Component component, long atNs, Throwable cause) {
        record(new EmulationFailure(component.name(), atNs, what(cause), cause));
    }

    /** The exception's message; what has none is named by its class. */
    private static String what(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    void record(EmulationFailure failure) {
        first.compareAndSet(null, failure);
    }

    @Nullable EmulationFailure first() {
        return first.get();
    }

    boolean any() {
        return first.getOpaque() != null;
    }
}
