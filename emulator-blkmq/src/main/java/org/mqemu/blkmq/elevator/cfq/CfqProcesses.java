package org.mqemu.blkmq.elevator.cfq;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.Request;

/** The processes that issue to this device, and the queue of each (cfq_set_request, cfq_get_queue). */
final class CfqProcesses {
    private final Map<Integer, CfqProcess> byPid = new HashMap<>();
    private final Map<IoPriority, CfqQueue> asyncQueues = new HashMap<>();

    /** Returns the queue that a bio would go to, or null if its process has none yet. */
    @Nullable CfqQueue queueFor(Bio bio) {
        CfqProcess process = byPid.get(bio.issuer());
        return process == null ? null : process.queue(bio.isSync());
    }

    /** Returns what CFQ keeps for a request from now on: its process and its queue. */
    CfqRequest bind(Request request, long nowNs) {
        CfqProcess process = byPid.computeIfAbsent(request.issuer(), pid -> new CfqProcess(nowNs));
        CfqQueue queue = request.isSync() ? sync(process, request) : async(process, request);
        CfqRequest waiting = new CfqRequest(request, queue, process);
        request.elevatorData(waiting);
        return waiting;
    }

    private CfqQueue async(CfqProcess process, Request request) {
        IoPriority priority = shared(request.priority());
        CfqQueue queue = asyncQueues.computeIfAbsent(priority, shared -> new CfqQueue(false, shared));
        process.async = queue;
        return queue;
    }

    /** Returns the priority by which async queues are shared: no priority is the normal one, IDLE has no levels. */
    private static IoPriority shared(IoPriority priority) {
        return switch (priority.ioClass()) {
            case NONE -> new IoPriority(IoClass.BE, IoPriority.NONE.level());
            case RT, BE -> priority;
            case IDLE -> new IoPriority(IoClass.IDLE, 0);
        };
    }

    private static CfqQueue sync(CfqProcess process, Request request) {
        CfqQueue queue = process.sync;
        if (queue != null && queue.coop && queue.splitCoop) {
            queue = split(queue);
        }
        if (queue == null) {
            queue = new CfqQueue(true, request.priority());
            queue.processes = 1;
        }
        CfqQueue target = queue.mergeInto;
        if (target != null) {
            target.coop = true;
            queue.processes--;
            queue = target;
        }
        process.sync = queue;
        return queue;
    }

    /** A process leaves a queue that it shares; the last one keeps it (split_cfqq). */
    private static @Nullable CfqQueue split(CfqQueue shared) {
        if (shared.processes == 1) {
            shared.coop = false;
            shared.splitCoop = false;
            return shared;
        }
        for (CfqQueue target = shared.mergeInto; target != null; target = target.mergeInto) {
            target.processes--;
        }
        shared.processes--;
        return null;
    }
}
