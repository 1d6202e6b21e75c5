package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqParameters;
import org.mqemu.blkmq.mq.MqCompleteRequest;
import org.mqemu.blkmq.mq.MqEndRequest;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.RunHwQueues;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;

/**
 * blk-mq since 4.12 with a driver that may have a budget for each device, which runs the device again when somebody was
 * turned away, as SCSI does; and room for so many requests, without which it answers BUSY.
 */
public final class LaterStack extends TestStack implements MqDriver {
    private static final long RETRY_NS = 3_000_000;

    private final LaterSetup setup;
    private final BlkMq layer;
    private final Set<Request> lost = ConcurrentHashMap.newKeySet();
    private final AtomicInteger issues = new AtomicInteger();
    private int loseEvery;
    private final LaterElevators elevators = new LaterElevators();
    private final List<TagSet> tagSets = new ArrayList<>();
    private final List<MqQueue> queues = new ArrayList<>();
    private final List<TestBudget> budgets = new ArrayList<>();

    /** Makes it on a host. */
    public LaterStack(HostFixture host, StackParameters parameters, LaterSetup setup) {
        super(host, parameters);
        this.setup = setup;
        layer = new BlkMq(
                host.emulation(),
                host.topology(),
                host.cpus(),
                host.prices(),
                new BlkMqParameters(
                        parameters.rqAffinity(),
                        new LockParameters(LockKind.QSPINLOCK, 25),
                        new BlkMqParameters.Lines(1, 1, 2, 1),
                        HostFixture.IPI_LATENCY_NS,
                        setup.limits(),
                        setup.rules()),
                elevators);
        layer.connect(this);
        int hctxs = setup.map(host.topology()).queues();
        for (int i = 0; i < hctxs; i++) {
            tagSets.add(i == 0 || !setup.hostTags() ? newTagSet("tags" + i) : tagSets.get(0));
        }
        for (Disk disk : disks()) {
            MqQueue queue = layer.newQueue(disk, tagSets, setup.map(host.topology()));
            layer.prepareSchedulers(queue);
            layer.scheduler(queue, setup.scheduler());
            queues.add(queue);
            budgets.add(new TestBudget(setup.budget() == 0 ? Integer.MAX_VALUE : setup.budget()));
        }
        for (Cpu cpu : host.cpus()) {
            MqCompleteRequest complete = layer.newCompleteRequest(cpu.hardirqContext());
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

    private TagSet newTagSet(String name) {
        boolean concurrent = host.emulation().concurrent();
        int depth = parameters.requests();
        TagMap map = new SbitmapTags(name, depth, depth, true, host.topology(), concurrent);
        SharedTags tags = new SharedTags(
                name,
                map,
                parameters.disks(),
                parameters.fairShare(),
                SharedTags.WAKE_BATCH,
                host.topology(),
                concurrent);
        return host.emulation().add(name, new TagSet(tags, HostFixture.IPI_LATENCY_NS));
    }

    /** Lets the device never answer one of so many requests; the driver ends it once it has timed out. */
    public LaterStack loseEvery(int n) {
        loseEvery = n;
        return this;
    }

    /** Returns the layer. */
    public BlkMq layer() {
        return layer;
    }

    /** Returns the schedulers. */
    public LaterElevators elevators() {
        return elevators;
    }

    /** Returns the tag sets of the hardware queues. */
    public List<TagSet> tagSets() {
        return tagSets;
    }

    /** Returns how it was made. */
    public LaterSetup setup() {
        return setup;
    }

    /** Returns the most requests of one device that had a budget at once. */
    public int mostBudget() {
        return budgets.stream().mapToInt(TestBudget::most).max().orElse(0);
    }

    /** Returns how many places of all budgets are taken. */
    public int budgetTaken() {
        return budgets.stream().mapToInt(TestBudget::taken).sum();
    }

    /** Makes the way to sysfs for a thread. */
    public QueueSysfs newSysfs(Context thread) {
        return layer.newSysfs(thread);
    }

    @Override
    public MqQueue queue(int disk) {
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
    public QueueRq newQueueRq(Context cx) {
        return new Queue(parameters.inline() ? layer.newCompleteRequest(cx) : null);
    }

    @Override
    public @Nullable DispatchBudget newDispatchBudget(Context cx) {
        return setup.budget() == 0 ? null : new Budget();
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        MqEndRequest endRequest = layer.newEndRequest();
        RunHwQueues runHwQueues = layer.newRunHwQueues();
        return request -> begun -> {
            noteCompleted(begun);
            int disk = request.queue().disk().index();
            room.leave(disk);
            if (DispatchBudget.takeFrom(request) != DispatchBudget.NONE) {
                budgets.get(disk).give();
            }
            begun.charge(host.work(20));
            return begun.call(
                    endRequest.begin(request),
                    ended -> budgets.get(disk).takeWish() ? runHwQueues.begin(queues.get(disk)) : ended.ret());
        };
    }

    @Override
    public boolean timesOut() {
        return true;
    }

    @Override
    public TimeoutRq newTimeoutRq(Context cx) {
        return new Timeout(layer.newCompleteRequest(cx));
    }

    /** Ends what is lost, and gives what is slow more time. */
    private final class Timeout implements TimeoutRq {
        private final MqCompleteRequest complete;
        private Outcome outcome = Outcome.DONE;

        Timeout(MqCompleteRequest complete) {
            this.complete = complete;
        }

        @Override
        public Step begin(Request request) {
            return cx -> {
                boolean isLost = lost.remove(request);
                outcome = isLost ? Outcome.DONE : Outcome.RESET_TIMER;
                if (!isLost) {
                    return cx.ret();
                }
                request.completed(CommandStatus.TIMED_OUT, cx.cpuNumber(), cx.nowNs());
                return complete.begin(request);
            };
        }

        @Override
        public Outcome outcome() {
            return outcome;
        }
    }

    /** get_budget and put_budget. */
    private final class Budget implements DispatchBudget {
        private int token = NONE;

        @Override
        public Step take(BlockQueue queue) {
            return cx -> {
                TestBudget of = budgets.get(queue.disk().index());
                token = of.take() ? 1 : NONE;
                cx.charge(host.work(10));
                if (token == NONE && of.taken() == 0) { // it was given back meanwhile, before the wish was heard
                    layer.delayQueue((MqQueue) queue, cx, RETRY_NS);
                }
                return cx.ret();
            };
        }

        @Override
        public int token() {
            return token;
        }

        @Override
        public Step give(BlockQueue queue, int given) {
            return cx -> {
                budgets.get(queue.disk().index()).give();
                return cx.ret();
            };
        }
    }

    private final class Queue implements QueueRq {
        private final @Nullable MqCompleteRequest inline;
        private QueueStatus status = QueueStatus.OK;

        Queue(@Nullable MqCompleteRequest inline) {
            this.inline = inline;
        }

        @Override
        public Step begin(Request request) {
            return cx -> {
                int disk = request.queue().disk().index();
                if (setup.budget() > 0 && request.budgetToken() == DispatchBudget.NONE) {
                    throw new IllegalStateException("a request without a budget");
                }
                if (!room.admit(disk)) {
                    status = QueueStatus.BUSY;
                    if (DispatchBudget.takeFrom(request) != DispatchBudget.NONE) {
                        budgets.get(disk).give();
                    }
                    return cx.ret();
                }
                status = QueueStatus.OK;
                noteIssued(request, cx);
                cx.charge(host.work(50));
                return issue(request);
            };
        }

        private Step issue(Request request) {
            MqCompleteRequest complete = inline;
            return cx -> {
                if (complete != null) {
                    request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
                    return complete.begin(request);
                }
                if (loseEvery > 0 && issues.incrementAndGet() % loseEvery == 0) {
                    lost.add(request);
                    return cx.ret();
                }
                cx.send(device.ref(DevicePort.class), new DevicePort.Issue(request), cx.nowNs());
                return cx.ret();
            };
        }

        @Override
        public QueueStatus status() {
            return status;
        }
    }
}
