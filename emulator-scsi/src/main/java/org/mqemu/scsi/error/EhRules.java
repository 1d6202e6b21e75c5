package org.mqemu.scsi.error;

/**
 * How a host recovers.
 *
 * @param abortsInThread whether the error handling thread aborts commands too, before it resets anything
 *     (scsi_eh_abort_cmds, up to 4.12)
 * @param settles whether it waits after a bus or host reset (not skip_settle_delay)
 * @param thread the thread's name, as it is printed
 */
public record EhRules(boolean abortsInThread, boolean settles, String thread) {}
