package org.mqemu.runner.cli;

import java.util.function.Supplier;

/** Memory did not suffice for a scenario; the message says which and what to do. */
final class MemoryFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private MemoryFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Does a part of a run.
     *
     * @param scenario what asks for memory
     * @param part what is to be done
     * @throws MemoryFailure if memory did not suffice for it
     */
    static <T> T guard(Emulator.Loaded scenario, Supplier<T> part) {
        try {
            return part.get();
        } catch (RuntimeException | Error e) {
            if (Complaint.isMemory(e)) {
                throw new MemoryFailure(Complaint.memory(scenario.size()), e);
            }
            throw e;
        }
    }
}
