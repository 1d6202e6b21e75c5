package org.mqemu.blkmq.cpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockClient;

/**
 * A logical CPU: runs one segment at a time, hard interrupts before soft interrupts before threads.
 *
 * <p>An interrupt suspends the running segment, unless a spinlock that holds interrupts off is held or waited for. A
 * busy sibling stretches work; the sibling is told when this CPU's load changes. A CPU that spins for a lock burns its
 * own time. Threads of one CPU take turns; kblockd's workers go first (WQ_HIGHPRI: nice -20),
 * and take the CPU from a thread that runs in user mode or returns to it, which goes on with its turn afterwards.
 */
public final class Cpu extends Component implements InterruptTarget, LockClient, CpuPort, Marked {
    /** Steps in a row without any time passing that are taken for an endless loop. */
    private static final int ENDLESS = 1_000_000;

    private final int number;
    private final CpuParameters parameters;
    private final Price switchPrice;
    private final Price irqPrice;
    private final Price ipiPrice;
    private final Price softirqPrice;
    private final Context hard = new Context("hardirq", this, CpuMode.HARD);
    private final Context soft = new Context("softirq", this, CpuMode.SOFT);
    private final Deque<Object> pendingIrqs = new ArrayDeque<>();
    private final Deque<Context> runQueue = new ArrayDeque<>();
    /** Workers that are ready to run. */
    private final Deque<Context> urgent = new ArrayDeque<>();

    private final Set<Context> workers = new HashSet<>();
    private final InterruptHandlers interruptHandlers;
    private final CallQueue calls = new CallQueue();
    private final InterruptTally tally = new InterruptTally();
    private final Step irqEntry = this::irqEntry;
    private final Step irqNext = this::irqNext;
    private final Step softirqEntry = this::softirqEntry;
    private final Step softirqNext = this::softirqNext;
    private final List<Consumer<Boolean>> markListeners = new ArrayList<>();
    private final SoftirqBudget softirqBudget = new SoftirqBudget();
    private final Context ksoftirqd;
    private final Step ksoftirqdNext = this::ksoftirqdNext;
    private @Nullable Step softirqHandler;
    private final Ref<CpuPort> port = ref(CpuPort.class);
    private final Ref<LockClient> lockClient = ref(LockClient.class);
    private @Nullable Ref<CpuPort> sibling;
    private boolean hardActive;
    private boolean softActive;
    private boolean softirqRaised;
    /** What is raised waits for ksoftirqd's turn, or for the end of the next hard interrupt. */
    private boolean softirqLeft;

    private @Nullable Context current;
    private @Nullable Context running;
    private long segmentStartNs;
    private final Turn turn;
    /** The thread that a worker took the CPU from, and how much of its turn was over. */
    private Load load = Load.IDLE;

    private double slowdown = 1.0;
    private int threads;
    private int ioSleepers;

    private final CpuProfile profile;
    private long switches;
    private final MeasuredSpan<CpuTimes> measured;

    /**
     * Creates an idle CPU.
     *
     * @param number its number, from 0
     * @param parameters what it is like
     * @param prices the kernel's price list; must have {@code __schedule}, {@code handle_irq_event},
     *     {@code generic_smp_call_function_single_interrupt} and {@code __do_softirq}
     */
    public Cpu(int number, CpuParameters parameters, PriceList prices) {
        this.number = number;
        this.interruptHandlers = new InterruptHandlers(number);
        this.turn = new Turn(parameters.sliceNs());
        this.parameters = parameters;
        this.switchPrice = prices.of("__schedule");
        this.irqPrice = prices.of("handle_irq_event");
        this.ipiPrice = prices.of("generic_smp_call_function_single_interrupt");
        this.softirqPrice = prices.of("__do_softirq");
        this.profile = new CpuProfile(prices.functions().size());
        this.measured = new MeasuredSpan<>(this::times, CpuTimes::plus, CpuTimes::since);
        this.ksoftirqd = newKernelThread("ksoftirqd/" + number, ksoftirqdNext);
    }

    // ---- wiring, before the run ----

    /** Tells the CPU which one shares its core. */
    public void siblingIs(Cpu other) {
        sibling = other.ref(CpuPort.class);
    }

    /**
     * Registers the handler of a vector that interrupts this CPU.
     *
     * @param vector the vector's number
     * @param entry the handler's first step
     */
    public void handleInterrupt(int vector, Step entry) {
        interruptHandlers.register(vector, entry);
    }

    /** Registers what BLOCK_SOFTIRQ runs. */
    public void handleSoftirq(Step entry) {
        softirqHandler = entry;
    }

    /**
     * Makes a thread that will run on this CPU.
     *
     * @param name its name
     * @param mode the mode it starts in
     */
    public Context newThread(String name, CpuMode mode) {
        return new Context(name, this, mode);
    }

    /**
     * Makes a kernel thread that sleeps until it is told something, and is not waited for at the end.
     *
     * @param name its name
     * @param entry its first step after the first wake-up
     */
    public Context newKernelThread(String name, Step entry) {
        Context thread = new Context(name, this, CpuMode.SYS);
        thread.parkBefore(entry);
        return thread;
    }

    /**
     * Makes a kernel thread of high priority (a worker of a WQ_HIGHPRI workqueue, as kblockd's are): it runs before all
     * others, and takes the CPU from a thread that runs in user mode or returns to it.
     *
     * @param name its name
     * @param entry its first step after the first wake-up
     */
    public Context newWorker(String name, Step entry) {
        Context thread = newKernelThread(name, entry);
        workers.add(thread);
        return thread;
    }

    /**
     * Registers what counts on this CPU and must know when the measurement begins and ends.
     *
     * @param listener told true at the begin and false at the end
     */
    public void whenMarked(Consumer<Boolean> listener) {
        markListeners.add(listener);
    }

    /** Returns the context that hard interrupts run in, for functions that keep their state by context. */
    public Context hardirqContext() {
        return hard;
    }

    /** Returns the context that soft interrupts run in. */
    public Context softirqContext() {
        return soft;
    }

    /** Returns the CPU's number. */
    public int number() {
        return number;
    }

    /** Returns the CPU's address for the rest of the host. */
    public Ref<CpuPort> port() {
        return port;
    }

    CallQueue calls() {
        return calls;
    }

    InterruptTally tally() {
        return tally;
    }

    CpuParameters parameters() {
        return parameters;
    }

    Ref<LockClient> lockClient() {
        return lockClient;
    }

    // ---- messages ----

    @Override
    public void onInterrupt(Interrupt interrupt) {
        settle();
        pendingIrqs.add(interrupt);
        run();
    }

    @Override
    public void onCallFunction(CallFunction call) {
        settle();
        pendingIrqs.add(call);
        run();
    }

    @Override
    public void onTimer(Timer timer) {
        settle();
        pendingIrqs.add(timer);
        run();
    }

    @Override
    public void onLockGranted(LockGranted granted) {
        settle();
        Context waiter = spinnerFor(granted.lockId());
        Lock lock = waiter.spinningFor();
        if (lock != null) {
            waiter.lockGranted(lock);
        }
        run();
    }

    private Context spinnerFor(int lockId) {
        if (waitsFor(hard, lockId)) {
            return hard;
        } else if (waitsFor(soft, lockId)) {
            return soft;
        }
        Context thread = current;
        if (thread != null && waitsFor(thread, lockId)) {
            return thread;
        }
        throw new IllegalStateException("a lock was granted that nobody on this CPU spins for");
    }

    private static boolean waitsFor(Context context, int lockId) {
        Lock lock = context.spinningFor();
        return lock != null && lock.arbiter().id() == lockId;
    }

    @Override
    public void onWake(Wake wake) {
        settle();
        if (wake.thread().asleep()) {
            tally.reschedule();
        }
        wakeHere(wake.thread());
        run();
    }

    @Override
    public void onSiblingLoad(SiblingLoad message) {
        settle();
        slowdown = parameters.slowdown(message.load());
        run();
    }

    @Override
    public void onStartThread(StartThread start) {
        settle();
        start.thread().begin(start.entry());
        threads++;
        runQueue.add(start.thread());
        run();
    }

    @Override
    public void onTellThread(TellThread tell) {
        settle();
        tell.change().run();
        if (tell.wakes() && tell.thread().asleep()) {
            wakeHere(tell.thread());
        }
        run();
    }

    @Override
    public void onMark(Mark mark) {
        settle();
        measured.mark(mark.begin());
        markListeners.forEach(listener -> listener.accept(mark.begin()));
        run();
    }

    @Override
    protected void onSelf() {
        account();
        Context context = running;
        if (context != null) {
            context.finishRest();
        }
        run();
    }

    // ---- the scheduler ----

    /** Accounts for the time since the last look and takes it off the running segment. */
    private void settle() {
        long elapsedNs = account();
        Context context = running;
        if (elapsedNs > 0 && context != null && !context.spinning()) {
            context.consume(elapsedNs, slowdown);
        }
    }

    private long account() {
        long elapsedNs = nowNs() - segmentStartNs;
        if (elapsedNs > 0) {
            segmentStartNs = nowNs();
            Context context = running;
            if (context == null) {
                profile.passed(ioSleepers > 0 ? CpuMode.IOWAIT : CpuMode.IDLE, elapsedNs);
            } else {
                profile.passed(context.mode(), elapsedNs);
                context.ran(elapsedNs);
                if (context.spinning()) {
                    profile.spun(context.mode(), elapsedNs);
                }
            }
        }
        return elapsedNs;
    }

    /** Runs steps until one takes time, spins, or nothing is left. */
    private void run() {
        segmentStartNs = nowNs();
        for (int i = 0; i < ENDLESS; i++) {
            Context context = select();
            running = context;
            if (context == null) {
                disarmSelf();
                loadIs(Load.IDLE);
                return;
            }
            if (context.spinning()) {
                disarmSelf();
                loadIs(Load.SPIN);
                return;
            }
            if (context.hasRest() && !context.fused()) {
                armSelf(nowNs() + context.durationNs(slowdown));
                loadIs(Load.BUSY);
                return;
            }
            if (context.hasNext()) {
                if (context == current && !turn.hasBegun()) {
                    turn.begin(context, nowNs(), random());
                }
                context.step();
            } else {
                over(context);
            }
        }
        throw new IllegalStateException("CPU " + number + " takes steps without end while no time passes");
    }

    private @Nullable Context select() {
        if (hardActive) {
            return hard;
        }
        if (!pendingIrqs.isEmpty() && interruptsOn()) {
            hardActive = true;
            hard.begin(irqEntry);
            return hard;
        }
        if (softActive) {
            return soft;
        }
        if (softirqRaised && !softirqLeft && interruptsOn()) {
            softActive = true;
            softirqBudget.begin(nowNs());
            soft.begin(softirqEntry);
            return soft;
        }
        Context thread = current;
        if (thread == null || thread.asleep() || turnIsOver(thread)) {
            return schedule(thread);
        }
        return thread;
    }

    private boolean interruptsOn() {
        Context thread = current;
        return softActive ? soft.irqsOn() : thread == null || thread.irqsOn();
    }

    private boolean turnIsOver(Context thread) {
        if (!turn.hasBegun() || !thread.preemptible() || thread.hasRest()) {
            return false;
        }
        return (turn.isUsed(nowNs()) && !(runQueue.isEmpty() && urgent.isEmpty())) || givesWay(thread);
    }

    /** With CONFIG_PREEMPT_VOLUNTARY a thread loses its CPU where it returns to user mode. */
    private boolean givesWay(Context thread) {
        return !urgent.isEmpty() && thread.mode() == CpuMode.USR;
    }

    private @Nullable Context schedule(@Nullable Context previous) {
        if (previous != null && !previous.asleep()) {
            goesBack(previous);
        }
        Context next = urgent.isEmpty() ? runQueue.poll() : urgent.poll();
        current = next;
        if (next != null) {
            turn.end();
            switches++;
            next.switchedTo();
            next.charge(switchPrice);
        }
        return next;
    }

    private void goesBack(Context previous) {
        if (workers.contains(previous)) {
            urgent.add(previous);
        } else if (turn.isUsed(nowNs())) {
            runQueue.add(previous);
        } else {
            runQueue.addFirst(previous);
            turn.interrupt(previous, nowNs());
        }
    }

    private void over(Context context) {
        if (!context.preemptible()) {
            throw new IllegalStateException(context.name() + " ends while it holds a spinlock");
        }
        if (context == hard) {
            hardActive = false;
            softirqLeft = false; // irq_exit runs what is pending, whoever it was left to
        } else if (context == soft) {
            softActive = false;
        } else {
            current = null;
            threads--;
        }
    }

    private void loadIs(Load now) {
        if (now != load) {
            load = now;
            Ref<CpuPort> other = sibling;
            if (other != null) {
                send(other, new SiblingLoad(now), nowNs());
            }
        }
    }

    // ---- interrupts ----

    private @Nullable Step irqEntry(Context cx) {
        Object pending = pendingIrqs.poll();
        if (pending instanceof CallFunction call) {
            tally.call();
            cx.charge(ipiPrice);
            return cx.call(call.entry(), irqNext);
        }
        if (pending instanceof Timer timer) {
            tally.timer();
            cx.charge(timer.price());
            return cx.call(timer.entry(), irqNext);
        }
        tally.device();
        Step handler =
                interruptHandlers.of(pending instanceof Interrupt interrupt ? interrupt.vector() : Integer.MAX_VALUE);
        cx.charge(irqPrice);
        return cx.call(handler, irqNext);
    }

    private @Nullable Step irqNext(Context cx) {
        return pendingIrqs.isEmpty() ? null : irqEntry;
    }

    /**
     * Marks BLOCK_SOFTIRQ pending on this CPU (raise_softirq_irqoff); it runs when interrupts are on again, or, if it
     * has run for long enough, when ksoftirqd has its turn.
     */
    public void raiseSoftirq() {
        softirqRaised = true;
    }

    private @Nullable Step softirqEntry(Context cx) {
        Step handler = softirqHandler;
        if (handler == null) {
            throw new IllegalStateException("CPU " + number + ": no handler for BLOCK_SOFTIRQ");
        }
        softirqRaised = false;
        tally.softirq();
        cx.charge(softirqPrice);
        return cx.call(handler, softirqNext);
    }

    private @Nullable Step softirqNext(Context cx) {
        if (!softirqRaised) {
            return null;
        }
        if (softirqBudget.allowsRound(nowNs()) && !needsResched()) {
            return softirqEntry;
        }
        softirqLeft = true;
        tally.handOver();
        wakeHere(ksoftirqd);
        return null;
    }

    /** ksoftirqd has its turn: what was left to it runs now, up to the next budget (run_ksoftirqd). */
    private @Nullable Step ksoftirqdNext(Context cx) {
        if (!softirqRaised) {
            return cx.sleep(false, ksoftirqdNext);
        }
        softirqLeft = false;
        return ksoftirqdNext;
    }

    /** Returns whether another thread than the running one should run (need_resched). */
    private boolean needsResched() {
        Context thread = current;
        return !runQueue.isEmpty() && (thread == null || thread.asleep() || (turn.hasBegun() && turn.isUsed(nowNs())));
    }

    // ---- threads ----

    void fellAsleep(Context thread) {
        if (thread.sleepsForIo()) {
            ioSleepers++;
        }
    }

    void wakeHere(Context thread) {
        if (thread.asleep()) {
            if (thread.sleepsForIo()) {
                ioSleepers--;
            }
            thread.woken();
            (workers.contains(thread) ? urgent : runQueue).add(thread);
            if (current == thread) {
                current = null;
            }
        } else {
            thread.wakeLater();
        }
    }

    // ---- figures ----

    CpuProfile profile() {
        return profile;
    }

    <T> void sendTo(Ref<T> to, Message<? super T> message, long atNs) {
        send(to, message, atNs);
    }

    private CpuTimes times() {
        return profile.times(tally.counts(), switches);
    }

    /** Returns what the CPU spent its time on while measuring, up to now if the measurement has not ended. */
    public CpuTimes measured() {
        return measured.measured();
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "threads that have not ended", threads);
        audit.mustBeZero(this, "interrupts that were not taken", pendingIrqs.size());
        audit.mustBeZero(this, "functions that no IPI has run", calls.size());
        audit.mustBeZero(this, "softirqs that did not run", softirqRaised ? 1 : 0);
    }
}
