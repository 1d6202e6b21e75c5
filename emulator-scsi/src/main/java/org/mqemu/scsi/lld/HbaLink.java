package org.mqemu.scsi.lld;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.blkmq.block.Request;

/**
 * How a driver reaches its HBA.
 *
 * @param hba the adapter
 * @param queues its submission queues
 * @param choice which queue a command takes
 * @param replyQueues the reply queue of each CPU, by its number; ignored where the queue decides
 * @param section the section that all commands pass one at a time, or null if there is none
 */
public record HbaLink(
        Ref<HbaPort> hba,
        List<SubmissionQueue> queues,
        Choice choice,
        List<Integer> replyQueues,
        @Nullable GlobalSection section) {

    /** Which submission queue a command takes. */
    public enum Choice {
        /** The only one. */
        SINGLE,
        /** That of its hardware queue, whose reply queue has the same number. */
        BY_HARDWARE_QUEUE,
        /** That of its device, as the ports of AHCI. */
        BY_DEVICE
    }

    /** Copies the lists. */
    public HbaLink {
        queues = List.copyOf(queues);
        replyQueues = List.copyOf(replyQueues);
    }

    int queueOf(Request request) {
        return switch (choice) {
            case SINGLE -> 0;
            case BY_HARDWARE_QUEUE -> request.hctx();
            case BY_DEVICE -> request.queue().disk().index();
        };
    }

    int replyQueueOf(int queue, int cpu) {
        return choice == Choice.BY_HARDWARE_QUEUE ? queue : replyQueues.get(cpu);
    }
}
