package org.mqemu.blkmq.log;

/**
 * What the kernel prints (printk). CPUs call it concurrently under the real-time clock.
 *
 * <p>Printing costs no emulated time.
 */
public interface KernelLog {
    /** Keeps nothing. */
    KernelLog NONE = new KernelLog() {
        @Override
        public void print(long atNs, LogLevel level, String text) {}

        @Override
        public boolean allows(long atNs, String function) {
            return false;
        }
    };

    /**
     * Prints a line.
     *
     * @param atNs the emulated time, in nanoseconds
     * @param level its level
     * @param text the line, without a time
     */
    void print(long atNs, LogLevel level, String text);

    /**
     * Asks whether a function may print now (printk_ratelimited, {@link RateLimit}). What it is refused is counted, and
     * that is printed when the limit's interval is over.
     *
     * @param atNs the emulated time, in nanoseconds
     * @param function the kernel's function, which has a limit of its own
     */
    boolean allows(long atNs, String function);
}
