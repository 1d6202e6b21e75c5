package org.mqemu.api.hardware;

/** How a command ended at the device. */
public enum CommandStatus {
    /** All of it was done. */
    GOOD,
    /** The medium could not be read or written. */
    MEDIUM_ERROR,
    /** The address or length does not lie on the device. */
    ILLEGAL_REQUEST,
    /** The device has not answered, and the driver has given up waiting. */
    TIMED_OUT
}
