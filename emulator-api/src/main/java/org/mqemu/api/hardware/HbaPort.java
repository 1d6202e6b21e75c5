package org.mqemu.api.hardware;

/** What a low-level driver can tell an HBA. */
public interface HbaPort {

    /**
     * Takes a command from the submission queue.
     *
     * @param command the command, at the emulated time at which the register write reaches the HBA
     */
    void onHbaCommand(HbaCommand command);
}
