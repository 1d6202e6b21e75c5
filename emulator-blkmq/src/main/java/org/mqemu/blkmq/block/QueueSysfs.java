package org.mqemu.blkmq.block;

import org.mqemu.blkmq.cpu.Step;

/**
 * Writes to a device's sysfs attributes while I/O runs ({@code /sys/block/sda/queue/}), for one context: the
 * administrator's shell.
 *
 * <p>What cannot change under I/O freezes the queue first, lets it drain, changes it and thaws it again, in steps that
 * take their time and may sleep.
 */
public interface QueueSysfs {

    /**
     * Checks a write without doing it, as far as it can be checked before the run.
     *
     * @param attribute the attribute: {@code scheduler}, {@code nr_requests}, {@code rq_affinity}, {@code nomerges},
     *     {@code max_sectors_kb}, {@code time_slice_us}, {@code iosched/NAME} and so on
     * @param value the value, as echo would write it
     * @throws IllegalArgumentException if there is no such attribute or it does not take the value; the message says
     *     what would be valid
     */
    void check(String attribute, String value);

    /**
     * Prepares a write that has been checked. An {@code iosched/} tunable that the scheduler of that moment does not
     * have is answered as the shell would be: nothing changes.
     *
     * @param queue the device's queue
     * @param attribute the attribute
     * @param value the value
     * @return the first step
     */
    Step store(BlockQueue queue, String attribute, String value);
}
