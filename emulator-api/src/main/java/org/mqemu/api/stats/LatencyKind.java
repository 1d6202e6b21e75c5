package org.mqemu.api.stats;

/** fio's three latencies of an I/O. */
public enum LatencyKind {
    /** Submission: from the call into the engine until it has taken the I/O. */
    SLAT("slat"),
    /** Completion: from the end of the submission until the completion was reaped. */
    CLAT("clat"),
    /** Total: from the creation of the I/O until the completion was reaped. */
    LAT("lat");

    private final String fioName;

    LatencyKind(String fioName) {
        this.fioName = fioName;
    }

    /** fio's name of the latency, in lower case: {@code slat}, {@code clat} or {@code lat}. */
    public String fioName() {
        return fioName;
    }
}
