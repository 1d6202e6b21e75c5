package org.mqemu.blkmq.fio;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * A block layer without a queue over a device without a limit: each bio is answered after a time, on some CPU. Notes
 * what it sees.
 */
final class FakeDevice extends Component implements DevicePort, BlockLayer {
    private final List<Cpu> cpus;
    private final PriceList prices;
    private LongUnaryOperator serviceNs = io -> 10_000;
    private IntUnaryOperator completingCpu = io -> 0;
    private LongUnaryOperator failure = io -> BlockStatus.OK.ordinal();
    private Runnable atEachIo = () -> {};
    private int arrived;
    private int inFlight;
    private int freed;
    private int freeTakesNs;
    private int mostInFlight;
    private long lastEndNs;
    private final List<Long> arrivalsNs = new ArrayList<>();
    private final List<Long> sectors = new ArrayList<>();
    private final List<BlockQueue> queues = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();

    FakeDevice(List<Cpu> cpus, PriceList prices) {
        this.cpus = cpus;
        this.prices = prices;
    }

    /** Says how long the n-th I/O takes, from 0. */
    FakeDevice takes(LongUnaryOperator ns) {
        serviceNs = ns;
        return this;
    }

    /** Says which CPU the end of the n-th I/O interrupts. */
    FakeDevice endsOn(IntUnaryOperator cpu) {
        completingCpu = cpu;
        return this;
    }

    /** Says how long a CPU is busy with an I/O after its bio has ended. */
    FakeDevice freeTakes(int ns) {
        freeTakesNs = ns;
        return this;
    }

    /** Lets every n-th I/O fail. */
    FakeDevice failsEvery(int n) {
        failure = io -> (io + 1) % n == 0 ? BlockStatus.MEDIUM.ordinal() : BlockStatus.OK.ordinal();
        return this;
    }

    /** Does something at each arrival. */
    FakeDevice atEachIo(Runnable action) {
        atEachIo = action;
        return this;
    }

    @Override
    public void onIo(Io io) {
        int number = arrived++;
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        arrivalsNs.add(nowNs());
        sectors.add(io.bio().sector());
        atEachIo.run();
        BlockStatus status = BlockStatus.values()[(int) failure.applyAsLong(number)];
        Cpu cpu = cpus.get(completingCpu.applyAsInt(number));
        send(
                cpu.ref(CpuPort.class),
                new CpuPort.CallFunction(cx -> touch(cx, io.bio(), status)),
                nowNs() + serviceNs.applyAsLong(number));
    }

    private Step touch(Context cx, Bio bio, BlockStatus status) {
        cx.touch(bio.end().line());
        return then -> end(then, bio, status);
    }

    private Step end(Context cx, Bio bio, BlockStatus status) {
        inFlight--;
        lastEndNs = cx.nowNs();
        bio.end().ended(cx, bio, status);
        cx.charge(prices.of("blk_mq_free_request"), freeTakesNs);
        return then -> {
            freed++;
            return then.ret();
        };
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return new Submit();
    }

    @Override
    public QueueSysfs newSysfs(Context thread) {
        throw new AssertionError("nobody writes to sysfs here");
    }

    int arrived() {
        return arrived;
    }

    int inFlight() {
        return inFlight;
    }

    /** Returns how many I/Os the completing CPUs are done with, some time after their bios' ends. */
    int freed() {
        return freed;
    }

    int mostInFlight() {
        return mostInFlight;
    }

    /** Returns when the last bio ended, in nanoseconds. */
    long lastEndNs() {
        return lastEndNs;
    }

    List<Long> arrivalsNs() {
        return arrivalsNs;
    }

    List<Long> sectors() {
        return sectors;
    }

    /** Returns the queues that bios were submitted to, in order. */
    List<BlockQueue> queues() {
        return queues;
    }

    /** Returns how many bios each io_submit brought. */
    List<Integer> batches() {
        return batches;
    }

    private final class Submit implements SubmitBio {
        private final ArrayDeque<Bio> submitted = new ArrayDeque<>();
        private int batch;

        @Override
        public Step submit(BlockQueue queue, Bio bio) {
            submitted.add(bio);
            queues.add(queue);
            batch++;
            return cx -> {
                cx.charge(prices.of("submit_bio"));
                return this::send;
            };
        }

        private @Nullable Step send(Context cx) {
            cx.send(ref(DevicePort.class), new Io(submitted.remove()), cx.nowNs());
            return cx.ret();
        }

        @Override
        public Step finishPlug() {
            return cx -> {
                batches.add(batch);
                batch = 0;
                cx.charge(prices.of("blk_finish_plug"));
                return Context::ret;
            };
        }
    }
}
