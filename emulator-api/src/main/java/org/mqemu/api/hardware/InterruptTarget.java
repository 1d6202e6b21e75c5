package org.mqemu.api.hardware;

/** What hardware can tell a CPU. */
public interface InterruptTarget {

    /**
     * Takes an interrupt.
     *
     * @param interrupt which vector, at the emulated time at which it reaches the CPU
     */
    void onInterrupt(Interrupt interrupt);
}
