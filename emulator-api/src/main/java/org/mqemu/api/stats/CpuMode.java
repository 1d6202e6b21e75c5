package org.mqemu.api.stats;

/** The modes a CPU's time is split into, as mpstat names them. */
public enum CpuMode {
    /** Process context in user space. */
    USR("usr"),
    /** Process context in the kernel, spinning on locks included. */
    SYS("sys"),
    /** Hard interrupt handlers. */
    HARD("hard"),
    /** Softirq handlers. */
    SOFT("soft"),
    /** Idle while a thread of this CPU waits for I/O. */
    IOWAIT("iowait"),
    /** Idle with nothing outstanding. */
    IDLE("idle");

    private final String shortName;

    CpuMode(String shortName) {
        this.shortName = shortName;
    }

    /** mpstat's name of the mode, without the percent sign. */
    public String shortName() {
        return shortName;
    }

    /** Whether the CPU executes instructions in this mode. */
    public boolean isBusy() {
        return this != IOWAIT && this != IDLE;
    }
}
