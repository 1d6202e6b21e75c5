package org.mqemu.blkmq.block;

/** The stages of a request's life, named as btt names them. They add up to Q2C. */
public enum Stage {
    /** From the bio entering the block layer to a request for it, waiting for a tag included. */
    Q2G,
    /** From the request to its insertion: the time in the plug. */
    G2I,
    /** From the insertion to the driver: the time in a software queue, an elevator, a dispatch list. */
    I2D,
    /** From the driver to the completion: HBA, drive, interrupt. */
    D2C
}
