package org.mqemu.blkmq.support;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.blkmq.block.Request;

/** Answers each request after a time by an interrupt of its own; the time is fixed or random around a mean. */
public final class TestDevice extends Component implements DevicePort {
    /** The vector of its interrupts, on every CPU. */
    static final int VECTOR = 77;

    private final HostFixture host;
    private final long serviceNs;
    private final boolean randomTimes;
    private final IntUnaryOperator irqCpu;
    private final List<Queue<Request>> replies;

    TestDevice(HostFixture host, StackParameters parameters) {
        this.host = host;
        this.serviceNs = parameters.serviceNs();
        this.randomTimes = parameters.randomTimes();
        this.irqCpu = parameters.irqCpu();
        this.replies = Stream.generate(() -> (Queue<Request>) new ConcurrentLinkedQueue<Request>())
                .limit(host.cpus().size())
                .toList();
    }

    @Override
    public void onIssue(Issue issue) {
        long ns = randomTimes ? 1 + random().nextBelow(2 * serviceNs) : serviceNs;
        send(ref(DevicePort.class), new Finish(issue.request()), nowNs() + ns);
    }

    @Override
    public void onFinish(Finish finish) {
        int cpu = irqCpu.applyAsInt(finish.request().cpu());
        replies.get(cpu).add(finish.request());
        send(host.cpu(cpu).ref(InterruptTarget.class), new Interrupt(VECTOR), nowNs());
    }

    @Nullable Request poll(int cpu) {
        return replies.get(cpu).poll();
    }
}
