package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/** A host for tests: CPUs with a price list of small distinct numbers, under the virtual clock if not told otherwise. Runs once. */
public final class HostFixture {
    /** Same CPU 6, sibling 12, same node 45, other node 130 ns. */
    public static final LineCosts LINE_COSTS = new LineCosts(6, 12, 45, 130);
    /** The price of a context switch. */
    public static final long SWITCH_NS = 10;
    /** The price of taking a device's interrupt. */
    public static final long IRQ_NS = 5;
    /** The price of taking an IPI. */
    public static final long IPI_NS = 7;
    /** The price of a softirq run. */
    public static final long SOFTIRQ_NS = 3;
    /** From sending an IPI to its arrival. */
    public static final long IPI_LATENCY_NS = 300;
    /** No slow-down by siblings, a slice that no test reaches by chance. */
    public static final CpuParameters PLAIN = new CpuParameters(1.0, 1.0, IPI_LATENCY_NS, 1_000_000_000);

    private static final String WORK = "work";
    /** Functions of blk-mq since 4.12, at 67 ns and upwards. */
    private static final List<String> MODERN = List.of(
            "submit_bio",
            "blk_attempt_bio_merge",
            "blk_add_rq_to_plug",
            "__blk_mq_try_issue_directly",
            "blk_mq_insert_requests",
            "blk_mq_flush_plug_list",
            "__blk_mq_alloc_requests",
            "kblockd_work",
            "blk_mq_run_hw_queue",
            "blk_mq_dequeue_from_ctx",
            "blk_mq_dispatch_rq_list",
            "blk_done_softirq",
            "process_one_work",
            "blk_mq_complete_request",
            "blk_mq_end_request",
            "dd_bio_merge",
            "dd_insert_requests",
            "dd_dispatch_request",
            "dd_finish_request",
            "kyber_bio_merge",
            "kyber_insert_requests",
            "kyber_dispatch_request",
            "kyber_completed_request",
            "bfq_bio_merge",
            "bfq_insert_requests",
            "bfq_dispatch_request",
            "bfq_finish_requeue_request",
            "blk_insert_flush",
            "blk_timeout_work",
            "idling_bio_merge",
            "idling_insert_requests",
            "idling_dispatch_request");

    private final Emulation emulation;
    private final Topology topology;
    private final PriceList prices;
    private final List<Cpu> cpus = new ArrayList<>();
    private final Director director;
    private final List<String> log = new ArrayList<>();
    private int threads;

    /**
     * Makes a host.
     *
     * @param topology its CPUs
     * @param parameters what they are like
     * @param seed the run's seed
     */
    public HostFixture(Topology topology, CpuParameters parameters, long seed) {
        this(topology, parameters, seed, ClockSettings.VIRTUAL);
    }

    /**
     * Makes a host under any clock.
     *
     * @param topology its CPUs
     * @param parameters what they are like
     * @param seed the run's seed
     * @param clock the clock
     */
    public HostFixture(Topology topology, CpuParameters parameters, long seed, ClockSettings clock) {
        this.topology = topology;
        this.prices = new PriceList(nsByFunction());
        this.emulation = new Emulation(seed, clock);
        this.director = emulation.add("director", new Director());
        for (int i = 0; i < topology.cpus(); i++) {
            cpus.add(emulation.add("cpu" + i, new Cpu(i, parameters, prices)));
        }
        for (int i = 0; i < topology.cpus(); i++) {
            int sibling = topology.siblingOf(i);
            if (sibling >= 0) {
                cpus.get(i).siblingIs(cpus.get(sibling));
            }
        }
    }

    /** Makes a host of single-threaded cores on one node. */
    public static HostFixture cores(int n) {
        return new HostFixture(new Topology(1, n, 1, LINE_COSTS), PLAIN, 1);
    }

    private static Map<String, Long> nsByFunction() {
        Map<String, Long> ns = new TreeMap<>();
        ns.put("__schedule", SWITCH_NS);
        ns.put("handle_irq_event", IRQ_NS);
        ns.put("generic_smp_call_function_single_interrupt", IPI_NS);
        ns.put("__do_softirq", SOFTIRQ_NS);
        ns.put("smp_call_function_single_async", 4L);
        ns.put("try_to_wake_up", 11L);
        ns.put("bio_endio", 13L);
        ns.put("aio_complete", 17L);
        ns.put("__blk_mq_alloc_request", 19L);
        ns.put("__blk_mq_insert_request", 23L);
        ns.put("__blk_mq_run_hw_queue", 29L);
        ns.put("blk_mq_start_request", 31L);
        ns.put("blk_mq_free_request", 37L);
        ns.put("blk_attempt_plug_merge", 53L);
        ns.put("elv_merge", 59L);
        ns.put("get_request", 41L);
        ns.put("__elv_add_request", 43L);
        ns.put("blk_finish_request", 47L);
        ns.put("__blk_run_queue", 61L);
        long modern = 67;
        for (String function : MODERN) {
            ns.put(function, modern++);
        }
        ns.put(WORK, 1L);
        return ns;
    }

    /** Returns the machine. */
    public Emulation emulation() {
        return emulation;
    }

    /** Returns the topology. */
    public Topology topology() {
        return topology;
    }

    /** Returns the price list. */
    public PriceList prices() {
        return prices;
    }

    /** Returns all CPUs. */
    public List<Cpu> cpus() {
        return cpus;
    }

    /** Returns a CPU. */
    public Cpu cpu(int number) {
        return cpus.get(number);
    }

    /** Returns a price of any amount, for the function {@code work}. */
    public Price work(long ns) {
        return new Price(prices.of(WORK).id(), WORK, ns);
    }

    /** Returns an empty program. */
    public Program program() {
        return new Program(this);
    }

    /** Makes a lock. */
    public SpinLock lock(String name, LockKind kind, long invalidationNs, int dataLines, boolean irqSave) {
        return emulation.add(
                name, new SpinLock(topology, new LockParameters(kind, invalidationNs), dataLines, irqSave));
    }

    /** Makes a line. */
    public CacheLine line(String name) {
        return new CacheLine(name, topology, emulation.concurrent());
    }

    /** Starts a kernel-mode thread at a time; the run waits for its end. */
    public Context thread(int cpu, long atNs, Step entry) {
        return thread(cpu, atNs, CpuMode.SYS, entry);
    }

    /** Starts a thread at a time; the run waits for its end. */
    public Context thread(int cpu, long atNs, CpuMode mode, Step entry) {
        Context thread = cpus.get(cpu).newThread("thread" + threads++, mode);
        start(thread, atNs, entry);
        return thread;
    }

    /** Starts a thread that was made before; the run waits for its end. */
    public void start(Context thread, long atNs, Step entry) {
        director.awaitOneMoreThread();
        Step over = cx -> {
            cx.send(director.ref(DirectorPort.class), new DirectorPort.ThreadOver(), cx.nowNs());
            return null;
        };
        director.at(atNs, thread.cpu().ref(CpuPort.class), new CpuPort.StartThread(thread, cx -> cx.call(entry, over)));
    }

    /** Interrupts a CPU at a time. */
    public void interrupt(int cpu, long atNs, int vector) {
        director.at(atNs, cpus.get(cpu).ref(InterruptTarget.class), new Interrupt(vector));
    }

    /** Sends an IPI that arrives at a time. */
    public void ipi(int cpu, long atNs, Step entry) {
        director.at(atNs, cpus.get(cpu).ref(CpuPort.class), new CpuPort.CallFunction(entry));
    }

    /** Tells a CPU something at a time. */
    public void tell(int cpu, long atNs, Message<CpuPort> message) {
        director.at(atNs, cpus.get(cpu).ref(CpuPort.class), message);
    }

    /** Sends anybody anything. */
    public <T> void send(Ref<T> to, Message<? super T> message, long atNs) {
        director.at(atNs, to, message);
    }

    /** Marks the begin and the end of the measurement on all CPUs. */
    public void measure(long beginNs, long endNs) {
        for (int i = 0; i < cpus.size(); i++) {
            director.at(beginNs, cpus.get(i).ref(Marked.class), new Mark(true));
            director.at(endNs, cpus.get(i).ref(Marked.class), new Mark(false));
        }
    }

    /** Lets a run take longer than a second before its threads count as stuck. */
    public void limit(long limitNs) {
        director.limit(limitNs);
    }

    /** Runs until all threads are over and what they left has drained. */
    public RunResult run() {
        return emulation.run();
    }

    /** Runs until a time. */
    public RunResult runUntil(long endNs) {
        director.endAt(endNs);
        return emulation.run();
    }

    /** Notes {@code text@time}. */
    public void note(Context cx, String text) {
        log.add(text + "@" + cx.nowNs());
    }

    /** Returns what was noted. */
    public List<String> log() {
        return log;
    }
}
