package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_freeze_queue} with {@code blk_mq_quiesce_queue}, and their opposites, for one thread: lets nobody in,
 * runs what waits, and sleeps until every request has been freed and no hardware queue is being run.
 */
final class FreezeQueue {
    private final RunHwQueues runHwQueues;
    private @Nullable MqQueue queue;
    private QueueGate.@Nullable Freezing freezing;
    private final Step ask = this::ask;
    private final Step await = this::await;
    private final Step thaw = this::thaw;

    FreezeQueue(RunHwQueues runHwQueues) {
        this.runHwQueues = runHwQueues;
    }

    Step begin(MqQueue toFreeze) {
        queue = toFreeze;
        return ask;
    }

    /** Prepares to open the queue that is frozen. */
    Step end() {
        return thaw;
    }

    private MqQueue queue() {
        MqQueue frozen = queue;
        if (frozen == null) {
            throw new IllegalStateException("no queue is being frozen");
        }
        return frozen;
    }

    private Step ask(Context cx) {
        QueueGate.Freezing asked = new QueueGate.Freezing(cx);
        freezing = asked;
        cx.send(queue().gate().port(), new GatePort.FreezerWaits(asked), cx.nowNs());
        return cx.call(runHwQueues.begin(queue()), await);
    }

    private @Nullable Step await(Context cx) {
        QueueGate gate = queue().gate();
        QueueGate.Freezing asked = freezing;
        return asked != null && gate.isFrozenFor(asked) && gate.quiesce() ? cx.ret() : cx.sleep(false, await);
    }

    private @Nullable Step thaw(Context cx) {
        cx.send(queue().gate().port(), new GatePort.Thaw(), cx.nowNs());
        queue = null;
        freezing = null;
        return cx.ret();
    }
}
