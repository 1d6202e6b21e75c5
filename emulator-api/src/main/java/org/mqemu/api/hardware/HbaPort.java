package org.mqemu.api.hardware;

/** What a low-level driver can tell an HBA. */
public interface HbaPort {

    /**
     * Takes a command from a submission queue.
     *
     * @param command the command, at the emulated time at which the register write reaches the HBA
     */
    void onHbaCommand(HbaCommand command);

    /**
     * Takes a task management function.
     *
     * @param task the function, at the emulated time at which the register write reaches the HBA
     */
    void onHbaTask(HbaTask task);
}
