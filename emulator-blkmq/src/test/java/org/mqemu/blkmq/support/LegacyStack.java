package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyCompleteRequest;
import org.mqemu.blkmq.legacy.LegacyDriver;
import org.mqemu.blkmq.legacy.LegacyEndRequest;
import org.mqemu.blkmq.legacy.LegacyParameters;
import org.mqemu.blkmq.legacy.RequestFn;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.legacy.RunQueue;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;

/**
 * The legacy block layer with a driver that drops the queue_lock while it issues, requeues what it has no room for, and
 * runs queues again when a request ends, as SCSI does.
 */
public final class LegacyStack extends TestStack implements LegacyDriver {
    private final LegacyBlock layer;
    private final List<RequestQueue> queues = new ArrayList<>();

    /** Makes it on a host, without merging. */
    public LegacyStack(HostFixture host, StackParameters parameters) {
        this(host, parameters, new LegacySetup());
    }

    /** Makes it on a host. */
    public LegacyStack(HostFixture host, StackParameters parameters, LegacySetup setup) {
        super(host, parameters);
        layer = new LegacyBlock(
                host.emulation(),
                host.topology(),
                host.cpus(),
                host.prices(),
                new LegacyParameters(
                        parameters.requests(),
                        parameters.rqAffinity(),
                        new LockParameters(LockKind.TICKET, 25),
                        3,
                        setup.limits(),
                        setup.elevator(),
                        setup.writeCache(),
                        setup.rules()),
                setup.elevators());
        for (Disk disk : disks()) {
            queues.add(layer.newQueue(disk));
        }
        layer.connect(this);
        for (Cpu cpu : host.cpus()) {
            LegacyCompleteRequest complete = layer.newCompleteRequest();
            cpu.handleInterrupt(TestDevice.VECTOR, cx -> {
                Request request = device.poll(cx.cpuNumber());
                if (request == null) {
                    throw new IllegalStateException("an interrupt without a reply");
                }
                request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
                return complete.begin(request);
            });
        }
    }

    /** Returns the layer. */
    public LegacyBlock layer() {
        return layer;
    }

    /** Returns the requests that are in use on all devices. */
    public int allocated() {
        return queues.stream().mapToInt(RequestQueue::allocated).sum();
    }

    @Override
    public RequestQueue queue(int disk) {
        return queues.get(disk);
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return layer.newSubmitBio(thread);
    }

    @Override
    public long remotelyCompleted() {
        return layer.remotelyCompleted();
    }

    @Override
    public RequestFn newRequestFn(Context cx) {
        LegacyCompleteRequest complete = layer.newCompleteRequest();
        return queue -> new Dispatch(queue, complete)::next;
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        LegacyEndRequest endRequest = layer.newEndRequest();
        RunQueue runQueue = layer.newRunQueue(cx);
        return request -> begun -> {
            noteCompleted(begun);
            Iterator<Integer> again = room.leave(request.queue().disk().index()).iterator();
            return begun.call(endRequest.begin(request), new RunAgain(again, runQueue)::next);
        };
    }

    /** Runs queues, one after another. */
    private final class RunAgain {
        private final Iterator<Integer> again;
        private final RunQueue runQueue;

        RunAgain(Iterator<Integer> again, RunQueue runQueue) {
            this.again = again;
            this.runQueue = runQueue;
        }

        @Nullable Step next(Context cx) {
            if (!again.hasNext()) {
                return cx.ret();
            }
            RequestQueue queue = queues.get(again.next());
            return cx.lock(
                    queue.lock(),
                    locked -> locked.call(runQueue.begin(queue), done -> {
                        done.unlock(queue.lock());
                        return this::next;
                    }));
        }
    }

    /** One call of request_fn. */
    private final class Dispatch {
        private final RequestQueue queue;
        private final LegacyCompleteRequest complete;

        Dispatch(RequestQueue queue, LegacyCompleteRequest complete) {
            this.queue = queue;
            this.complete = complete;
        }

        @Nullable Step next(Context cx) {
            Request request = queue.peek(cx.cpuNumber(), cx.nowNs());
            if (request == null) {
                return cx.ret();
            }
            queue.start(request, cx);
            cx.charge(host.work(50));
            return started -> {
                started.unlock(queue.lock());
                boolean admitted = room.admit(queue.disk().index());
                if (!admitted) {
                    return relock(requeued -> {
                        queue.requeue(request, requeued.cpuNumber(), requeued.nowNs());
                        return room.hasRoomOrStarves(queue.disk().index()) ? this::next : requeued.ret();
                    });
                }
                noteIssued(request, started);
                if (parameters.inline()) {
                    request.completed(CommandStatus.GOOD, started.cpuNumber(), started.nowNs());
                    return started.call(complete.begin(request), relock(this::next));
                }
                started.send(device.ref(DevicePort.class), new DevicePort.Issue(request), started.nowNs());
                return relock(this::next);
            };
        }

        private Step relock(Step then) {
            return cx -> cx.lock(queue.lock(), then);
        }
    }
}
