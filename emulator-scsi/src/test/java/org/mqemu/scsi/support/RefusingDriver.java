package org.mqemu.scsi.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.midlayer.EhHandler;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.QueueResult;
import org.mqemu.scsi.midlayer.ScsiDevice;

/** A low-level driver that refuses some of the commands and leaves the others to another one. */
final class RefusingDriver implements LowLevelDriver {
    private final LowLevelDriver driver;
    private final Map<ScsiDevice, AtomicInteger> asked = new ConcurrentHashMap<>();
    private BiFunction<ScsiDevice, Integer, QueueResult> answer = (device, n) -> QueueResult.OK;

    RefusingDriver(LowLevelDriver driver) {
        this.driver = driver;
    }

    /** Says what it answers, by the device and the count of commands that it was asked to queue before. */
    void answers(BiFunction<ScsiDevice, Integer, QueueResult> newAnswer) {
        answer = newAnswer;
    }

    @Override
    public @Nullable EhHandler newEhHandler(TaskKind kind, Context thread) {
        return driver.newEhHandler(kind, thread);
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        QueueCommand inner = driver.newQueueCommand(cx);
        return new QueueCommand() {
            private QueueResult result = QueueResult.OK;

            @Override
            public Step begin(ScsiDevice device, Request request) {
                int before = asked.computeIfAbsent(device, any -> new AtomicInteger())
                        .getAndIncrement();
                result = answer.apply(device, before);
                return result == QueueResult.OK ? inner.begin(device, request) : Context::ret;
            }

            @Override
            public QueueResult result() {
                return result;
            }
        };
    }
}
