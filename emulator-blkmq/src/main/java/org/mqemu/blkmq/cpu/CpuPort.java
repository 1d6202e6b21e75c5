package org.mqemu.blkmq.cpu;

import org.mqemu.api.engine.Message;

/** What the rest of the host can tell a CPU. */
public interface CpuPort {

    /** Runs a function in hard interrupt context. */
    void onCallFunction(CallFunction call);

    /** Runs a timer's function in hard interrupt context. */
    void onTimer(Timer timer);

    /** Wakes a thread that sleeps on this CPU. */
    void onWake(Wake wake);

    /** The other thread of the core changed its load. */
    void onSiblingLoad(SiblingLoad load);

    /** Runs a new thread on this CPU. */
    void onStartThread(StartThread start);

    /** Tells a thread of this CPU something. */
    void onTellThread(TellThread tell);

    /**
     * An inter-processor interrupt (smp_call_function_single).
     *
     * @param entry the first step of what shall run
     */
    record CallFunction(Step entry) implements Message<CpuPort> {
        @Override
        public void deliverTo(CpuPort target) {
            target.onCallFunction(this);
        }
    }

    /**
     * A timer that this CPU has armed expires (hrtimer_interrupt); sent by the CPU to itself.
     *
     * @param price what the interrupt costs beside the timer's function
     * @param entry the function's first step
     */
    record Timer(Price price, Step entry) implements Message<CpuPort> {
        @Override
        public void deliverTo(CpuPort target) {
            target.onTimer(this);
        }
    }

    /**
     * A wake-up from another CPU or from a wait queue.
     *
     * @param thread the thread; it is not asleep any more if another wake-up came first
     */
    record Wake(Context thread) implements Message<CpuPort> {
        @Override
        public void deliverTo(CpuPort target) {
            target.onWake(this);
        }
    }

    /**
     * The sibling's load.
     *
     * @param load its load from now on
     */
    record SiblingLoad(Load load) implements Message<CpuPort> {
        @Override
        public void deliverTo(CpuPort target) {
            target.onSiblingLoad(this);
        }
    }

    /**
     * A new thread.
     *
     * @param thread the thread, made for this CPU
     * @param entry its first step
     */
    record StartThread(Context thread, Step entry) implements Message<CpuPort> {
        @Override
        public void deliverTo(CpuPort target) {
            target.onStartThread(this);
        }
    }

    /**
     * Something that changes a thread's own state, such as a request to stop.
     *
     * @param thread the thread
     * @param change what to do; runs on the thread's CPU
     * @param wakes whether the thread is woken if it sleeps, or finds the change when it runs next
     */
    record TellThread(Context thread, Runnable change, boolean wakes) implements Message<CpuPort> {

        /** Tells a thread something and wakes it if it sleeps. */
        public TellThread(Context thread, Runnable change) {
            this(thread, change, true);
        }

        @Override
        public void deliverTo(CpuPort target) {
            target.onTellThread(this);
        }
    }
}
