package org.mqemu.scsi.support;

import org.mqemu.scsi.midlayer.HostTags;

/**
 * How a host's devices lie, and its hardware queues.
 *
 * @param lunsPerTarget devices that share a target
 * @param targetCanQueue commands that each target takes, 0 for no limit
 * @param hwQueues hardware queues under scsi-mq
 * @param tags how their tags are made
 */
public record Layout(int lunsPerTarget, int targetCanQueue, int hwQueues, HostTags tags) {
    /** A target for each device, no limit, one hardware queue. */
    public static final Layout PLAIN = new Layout(1, 0, 1, HostTags.PER_QUEUE);
}
