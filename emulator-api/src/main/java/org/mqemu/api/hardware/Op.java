package org.mqemu.api.hardware;

/** What a command does to the medium. */
public enum Op {
    /** Reads sectors. */
    READ,
    /** Writes sectors. */
    WRITE,
    /** Makes everything that was acknowledged durable. */
    FLUSH,
    /** Tells that sectors hold no data any more. */
    DISCARD,
    /** Asks whether the device takes commands (TEST UNIT READY). */
    TEST_UNIT_READY;

    /** Returns whether the command moves data between the host and the device. */
    public boolean movesData() {
        return this == READ || this == WRITE;
    }
}
