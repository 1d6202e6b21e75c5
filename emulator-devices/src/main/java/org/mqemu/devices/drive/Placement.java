package org.mqemu.devices.drive;

/** Which channel of an SSD serves a command. */
public enum Placement {
    /**
     * Each channel with the same probability, as the mapping of a drive that has been written at random for a while
     * looks to random reads.
     */
    RANDOM,
    /** The stripe of the command's first sector, counted round the channels, as a drive written once in order. */
    STRIPED
}
