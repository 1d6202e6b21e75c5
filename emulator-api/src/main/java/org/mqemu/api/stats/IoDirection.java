package org.mqemu.api.stats;

/** fio's data directions, in fio's order. */
public enum IoDirection {
    /** Data from the device. */
    READ("read"),
    /** Data to the device. */
    WRITE("write"),
    /** Discarded ranges. */
    TRIM("trim");

    private final String fioName;

    IoDirection(String fioName) {
        this.fioName = fioName;
    }

    /** fio's name of the direction, in lower case: {@code read}, {@code write} or {@code trim}. */
    public String fioName() {
        return fioName;
    }
}
