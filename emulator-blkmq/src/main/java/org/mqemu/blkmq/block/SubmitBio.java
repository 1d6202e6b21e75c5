package org.mqemu.blkmq.block;

import org.mqemu.blkmq.cpu.Step;

/**
 * The way into a block layer for one context: submit_bio and the plug that goes with it.
 *
 * <p>Each stack has its own. One instance for each thread; the plug is the thread's.
 */
public interface SubmitBio {

    /**
     * Submits a bio (submit_bio). The function may sleep, for a tag or for a request.
     *
     * @param queue the device's queue
     * @param bio the bio
     * @return the first step
     */
    Step submit(BlockQueue queue, Bio bio);

    /**
     * Begins a batch (blk_start_plug_nr_ios); ended by {@link #finishPlug()}.
     *
     * @param ios how many I/Os it will have
     */
    default void startPlug(int ios) {}

    /**
     * Sends what is plugged on its way (blk_finish_plug).
     *
     * @return the first step
     */
    Step finishPlug();

    /**
     * Returns whether bios that ask for it are polled for on a device; if not, their ends come by interrupt.
     *
     * @param queue the device's queue
     */
    default boolean polls(BlockQueue queue) {
        return false;
    }

    /**
     * Looks once for polled bios of the thread's CPU that the device has done, and ends them (bio_poll); only where
     * {@link #polls} says so.
     *
     * @param queue the device's queue
     * @return the first step
     */
    default Step poll(BlockQueue queue) {
        throw new IllegalStateException(queue.disk().name() + " is not polled");
    }
}
