package org.mqemu.blkmq.fio;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.aio.AioRing;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/** Single-threaded cores of one node with free cache lines, a {@link FakeDevice}, and fio threads; runs once. */
final class FioFixture {
    static final long PREPARE_NS = 100;
    static final long REAP_NS = 50;
    static final long SUBMIT_SYSCALL_NS = 1_000;
    static final long SUBMIT_ONE_NS = 200;
    static final long SUBMIT_BIO_NS = 400;
    static final long FINISH_PLUG_NS = 60;
    static final long EVENTS_SYSCALL_NS = 500;
    static final long PREAD_NS = 700;
    static final long SWITCH_NS = 300;
    static final long IPI_NS = 40;
    static final long IPI_LATENCY_NS = 250;
    static final long SECTORS = 1 << 20;

    final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
    final List<Cpu> cpus = new ArrayList<>();
    final PriceList prices = new PriceList(nsByFunction());
    final FakeDevice device;
    private final Topology topology;
    private final List<Context> contexts = new ArrayList<>();
    private boolean wakesAtEachEvent = true;

    /** A device's queue that is nothing but its disk. */
    private record Queue(Disk disk, QueueLimits limits) implements BlockQueue {}

    FioFixture(int cores) {
        topology = new Topology(1, cores, 1, new LineCosts(0, 0, 0, 0));
        for (int i = 0; i < cores; i++) {
            cpus.add(emulation.add(
                    "cpu" + i, new Cpu(i, new CpuParameters(1, 1, IPI_LATENCY_NS, 1_000_000_000), prices)));
        }
        device = emulation.add("device", new FakeDevice(cpus, prices));
    }

    static Map<String, Long> nsByFunction() {
        Map<String, Long> ns = new TreeMap<>();
        ns.put("get_io_u", PREPARE_NS);
        ns.put("io_completed", REAP_NS);
        ns.put("io_submit", SUBMIT_SYSCALL_NS);
        ns.put("io_submit_one", SUBMIT_ONE_NS);
        ns.put("submit_bio", SUBMIT_BIO_NS);
        ns.put("blk_finish_plug", FINISH_PLUG_NS);
        ns.put("io_getevents", EVENTS_SYSCALL_NS);
        ns.put("pread64", PREAD_NS);
        ns.put("__schedule", SWITCH_NS);
        ns.put("generic_smp_call_function_single_interrupt", IPI_NS);
        ns.put("handle_irq_event", 30L);
        ns.put("__do_softirq", 30L);
        ns.put("aio_complete", 20L);
        ns.put("blk_mq_free_request", 1L);
        ns.put("try_to_wake_up", 10L);
        return ns;
    }

    /** Lets threads that are made from now on sleep until enough events are there. */
    FioFixture wakingWhenEnough() {
        wakesAtEachEvent = false;
        return this;
    }

    static BlockQueue queue(String name, int index) {
        return new Queue(new Disk(name, index, SECTORS, 1), new QueueLimits(1 << 20, 1 << 17, 2));
    }

    /** Makes the next thread. */
    FioThread thread(int cpu, Job job, Ref<FioPort> run) {
        int number = contexts.size();
        Context context = cpus.get(cpu).newThread("fio." + number, CpuMode.USR);
        contexts.add(context);
        AioRing ring = new AioRing(
                new CacheLine("ring" + number, topology, emulation.concurrent()), context, wakesAtEachEvent, prices);
        return new FioThread(
                number,
                job.parameters(),
                context,
                device.newSubmitBio(context),
                ring,
                run,
                emulation.randomStream("fio." + number),
                prices);
    }

    Context context(int thread) {
        return contexts.get(thread);
    }

    /** Returns the calls of a function on a CPU, in all modes. */
    long calls(int cpu, String function) {
        long sum = 0;
        for (CpuMode mode : CpuMode.values()) {
            sum += cpus.get(cpu).measured().functionCalls(prices.of(function).id(), mode);
        }
        return sum;
    }
}
