package org.mqemu.api.engine;

/** Holds the inline clocks back: not at all, or to the wall clock. */
interface Pace {
    /** As fast as the host can. */
    Pace NONE = new Pace() {
        @Override
        public void start() {}

        @Override
        public void until(long emulatedNs) {}

        @Override
        public void stop() {}
    };

    /** Called when the run begins. */
    void start();

    /**
     * Waits until the wall clock has come to an emulated time.
     *
     * @param emulatedNs the emulated time of the next event, in nanoseconds
     */
    void until(long emulatedNs);

    /** Ends all waiting; may be called from another thread. */
    void stop();
}
