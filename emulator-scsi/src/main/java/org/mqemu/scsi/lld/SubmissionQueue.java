package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;

/**
 * One of an HBA's submission queues.
 *
 * @param register its register: every write takes its time, one after the other
 * @param lock the driver's lock around it, or null if it needs none
 */
public record SubmissionQueue(CacheLine register, @Nullable Lock lock) {}
