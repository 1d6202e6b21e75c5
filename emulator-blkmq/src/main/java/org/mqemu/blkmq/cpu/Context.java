package org.mqemu.blkmq.cpu;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockPort;

/**
 * A thread of execution on a CPU: a process, the softirq or the hardirq context.
 *
 * <p>Runs {@link Step}s. Steps call functions ({@link #call}) and return from them ({@link #ret}), charge CPU time,
 * touch cache lines, take locks, sleep. Charged work is stretched while the core's sibling is busy; fetching lines is
 * not. A context belongs to one CPU and is only touched by it.
 */
public final class Context {
    private final String name;
    private final Cpu cpu;
    private CpuMode mode;
    private @Nullable Step next;
    private @Nullable Step[] stack = new @Nullable Step[16];
    private int depth;
    private long fixedNs;
    private long workNs;
    private int spinlocks;
    private int irqsOff;
    private @Nullable Lock spinningFor;
    private boolean asleep;
    private boolean sleepsForIo;
    private boolean wakePending;
    private boolean fused;
    private long usrNs;
    private long sysNs;
    private long switches;

    Context(String name, Cpu cpu, CpuMode mode) {
        this.name = name;
        this.cpu = cpu;
        this.mode = mode;
    }

    // ---- what steps use ----

    /** Returns the emulated time, in nanoseconds. */
    public long nowNs() {
        return cpu.nowNs();
    }

    /** Returns the CPU that this context runs on. */
    public Cpu cpu() {
        return cpu;
    }

    /** Returns the number of that CPU. */
    public int cpuNumber() {
        return cpu.number();
    }

    /**
     * Charges one call of a function.
     *
     * @param price the function's price
     */
    public void charge(Price price) {
        workNs += price.ns();
        cpu.profile().charged(mode, price, 1);
    }

    /**
     * Charges several calls of a function.
     *
     * @param price the function's price
     * @param times how many, at least 0
     */
    public void charge(Price price, int times) {
        workNs += price.ns() * times;
        cpu.profile().charged(mode, price, times);
    }

    /**
     * Touches a cache line, as the first thing that a step does.
     *
     * @param line the line
     * @return what it costs, in nanoseconds
     */
    public long touch(CacheLine line) {
        nothingCharged();
        long ns = line.touch(cpu.number(), cpu.nowNs());
        fixedNs += ns;
        cpu.profile().fetched(mode, ns);
        return ns;
    }

    /**
     * Touches one more cache line, right after those that the step has touched before.
     *
     * @param line the line
     * @return what it costs, in nanoseconds
     */
    public long touchNext(CacheLine line) {
        if (workNs != 0) {
            throw new IllegalStateException(name + " looks at shared state after it has charged time in the same step");
        }
        long ns = line.touch(cpu.number(), cpu.nowNs() + fixedNs);
        fixedNs += ns;
        cpu.profile().fetched(mode, ns);
        return ns;
    }

    /**
     * Charges waiting for hardware or memory, which a busy sibling does not stretch.
     *
     * @param ns how long, in nanoseconds
     */
    public void stall(long ns) {
        fixedNs += ns;
        cpu.profile().fetched(mode, ns);
    }

    /**
     * Takes a spinlock, as the first thing that a step does.
     *
     * @param lock the lock
     * @param then the step that runs with the lock held
     * @return what the step must return
     */
    public @Nullable Step lock(Lock lock, Step then) {
        nothingCharged();
        spinlocks++;
        if (lock.irqSave()) {
            irqsOff++;
        }
        int ticket = lock.draw();
        if (ticket == Lock.TAKEN) {
            long ns = lock.takenFree(cpu.number(), cpu.nowNs());
            fixedNs += ns;
            cpu.profile().fetched(mode, ns);
            return then;
        }
        spinningFor = lock;
        push(then);
        cpu.sendTo(lock.arbiter(), new LockPort.Contend(ticket, cpu.number(), cpu.lockClient()), cpu.nowNs());
        return null;
    }

    /**
     * Releases a spinlock, as the first thing that a step does.
     *
     * @param lock a lock that this context holds
     */
    public void unlock(Lock lock) {
        nothingCharged();
        int ticket = lock.release(cpu.number(), cpu.nowNs());
        if (ticket != Lock.TAKEN) {
            cpu.sendTo(lock.arbiter(), new LockPort.Released(ticket, cpu.number()), cpu.nowNs());
        }
        spinlocks--;
        if (lock.irqSave()) {
            irqsOff--;
        }
    }

    /**
     * Calls a function.
     *
     * @param function its first step
     * @param then the step after its return
     * @return what the step must return
     */
    public Step call(Step function, Step then) {
        push(then);
        return function;
    }

    /**
     * Runs the next step at once, before the charged time passes: for a step that looks at nothing that others change.
     * Fewer segments make a faster emulation.
     *
     * @param next the next step, which may charge time but must not touch a line or take a lock
     * @return what the step must return
     */
    public @Nullable Step fuse(@Nullable Step next) {
        fused = true;
        return next;
    }

    /**
     * Returns from a function, or ends the context if it is the outermost.
     *
     * @return what the step must return
     */
    public @Nullable Step ret() {
        if (depth == 0) {
            return null;
        }
        Step then = stack[--depth];
        stack[depth] = null;
        return then;
    }

    /**
     * Puts the thread to sleep; wake-ups may be spurious, so the step that follows looks again.
     *
     * @param forIo whether the CPU counts as waiting for I/O meanwhile (io_schedule)
     * @param then the step after the wake-up
     * @return what the step must return
     */
    public @Nullable Step sleep(boolean forIo, Step then) {
        if (spinlocks != 0) {
            throw new IllegalStateException(name + " sleeps while it holds a spinlock");
        }
        if (wakePending) {
            wakePending = false;
            return then;
        }
        asleep = true;
        sleepsForIo = forIo;
        cpu.fellAsleep(this);
        push(then);
        return null;
    }

    /**
     * Switches between user and kernel mode, as the first thing that a step does.
     *
     * @param newMode the mode from now on
     */
    public void mode(CpuMode newMode) {
        nothingCharged();
        mode = newMode;
    }

    /**
     * Sends a message from this CPU.
     *
     * @param to the receiver
     * @param message what to say
     * @param atNs the emulated time of arrival
     * @param <T> the receiver's protocol
     */
    public <T> void send(Ref<T> to, Message<? super T> message, long atNs) {
        cpu.sendTo(to, message, atNs);
    }

    /**
     * Arms a timer of this CPU (hrtimer_start).
     *
     * @param price what its interrupt costs beside its function
     * @param entry the function's first step; runs in hard interrupt context
     * @param atNs the emulated time at which it expires
     */
    public void armTimer(Price price, Step entry, long atNs) {
        cpu.sendTo(cpu.port(), new CpuPort.Timer(price, entry), atNs);
    }

    /**
     * Wakes a thread, on this CPU or another.
     *
     * @param thread the thread
     */
    public void wake(Context thread) {
        if (thread.cpu == cpu) {
            cpu.wakeHere(thread);
        } else {
            cpu.sendTo(
                    thread.cpu.port(),
                    new CpuPort.Wake(thread),
                    cpu.nowNs() + cpu.parameters().ipiLatencyNs());
        }
    }

    /**
     * Has a function run on another CPU, in hard interrupt context (smp_call_function_single_async). An IPI is sent only
     * if none is on its way there.
     *
     * @param target the CPU
     * @param function the function's first step
     */
    public void callFunction(Cpu target, Step function) {
        if (target.calls().add(function)) {
            cpu.tally().callSent();
            cpu.sendTo(
                    target.port(),
                    new CpuPort.CallFunction(target.calls().flush()),
                    cpu.nowNs() + cpu.parameters().ipiLatencyNs());
        }
    }

    private void nothingCharged() {
        if (workNs != 0 || fixedNs != 0) {
            throw new IllegalStateException(name + " looks at shared state after it has charged time in the same step");
        }
    }

    private void push(Step then) {
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, depth * 2);
        }
        stack[depth++] = then;
    }

    // ---- what the CPU uses ----

    void parkBefore(Step entry) {
        asleep = true;
        push(entry);
    }

    void begin(Step entry) {
        next = entry;
    }

    boolean hasNext() {
        return next != null;
    }

    /** Runs the next step. */
    void step() {
        Step step = next;
        if (step == null) {
            throw new IllegalStateException(name + " has nothing to run");
        }
        next = null;
        fused = false;
        next = step.run(this);
    }

    /** Goes on after a lock was granted or the thread was woken. */
    void resume() {
        next = ret();
    }

    /** Returns whether the next step runs although charged time has not passed. */
    boolean fused() {
        return fused;
    }

    boolean hasRest() {
        return fixedNs > 0 || workNs > 0;
    }

    long durationNs(double slowdown) {
        return slowdown == 1.0 ? fixedNs + workNs : fixedNs + Math.round(workNs * slowdown);
    }

    void consume(long elapsedNs, double slowdown) {
        if (elapsedNs <= fixedNs) {
            fixedNs -= elapsedNs;
            return;
        }
        long worked = elapsedNs - fixedNs;
        fixedNs = 0;
        workNs = Math.max(0, workNs - (slowdown == 1.0 ? worked : Math.round(worked / slowdown)));
    }

    void finishRest() {
        fixedNs = 0;
        workNs = 0;
    }

    CpuMode mode() {
        return mode;
    }

    void ran(long elapsedNs) {
        if (mode == CpuMode.USR) {
            usrNs += elapsedNs;
        } else {
            sysNs += elapsedNs;
        }
    }

    void switchedTo() {
        switches++;
    }

    boolean spinning() {
        return spinningFor != null;
    }

    @Nullable Lock spinningFor() {
        return spinningFor;
    }

    void lockGranted(Lock lock) {
        spinningFor = null;
        lock.granted(cpu.number(), cpu.nowNs());
        resume();
    }

    boolean irqsOn() {
        return irqsOff == 0;
    }

    /** Returns whether it holds or waits for no spinlock of either kind: only then may it give its CPU away. */
    boolean preemptible() {
        return spinlocks == 0;
    }

    boolean asleep() {
        return asleep;
    }

    boolean sleepsForIo() {
        return sleepsForIo;
    }

    void woken() {
        asleep = false;
        resume();
    }

    void wakeLater() {
        wakePending = true;
    }

    /** Returns the time that a thread ran in user space since its start, in nanoseconds. */
    public long usrNs() {
        return usrNs;
    }

    /** Returns the time that a thread ran in the kernel since its start, in nanoseconds. */
    public long sysNs() {
        return sysNs;
    }

    /** Returns how often a CPU switched to this thread since its start. */
    public long switches() {
        return switches;
    }

    /** Returns the context's name, as error messages print it. */
    public String name() {
        return name;
    }
}
