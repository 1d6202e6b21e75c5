package org.mqemu.api.hardware;

/** What an HBA can tell an interrupt vector. */
public interface VectorPort {

    /**
     * Takes a reply that the HBA has written to the vector's reply queue.
     *
     * @param reply the reply, at the emulated time at which the write has reached memory
     */
    void onReply(Reply reply);
}
