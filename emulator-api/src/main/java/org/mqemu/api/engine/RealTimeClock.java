package org.mqemu.api.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.clock.WallClock;

/**
 * The real-time clock: actors run concurrently on Akka's dispatcher, and what is due later is paced against the
 * wall clock, slowed by the time dilation factor.
 *
 * <p>A message that is due is told at once by its sender's thread. A later one goes through an inbox to the pacer
 * (the thread that called {@link #run()}), which tells it when its time has come. The pacer has one delivery open at
 * a time: it tells the next one when the last one has been handled, so that two paced deliveries are never handled
 * in the wrong order; what their handlers tell at once runs beside it.
 *
 * <p>Time stands still rather than running away: it never passes what is to be handled next by more than
 * {@value #SLACK_NS} ns. So when the host takes a core away, the emulation becomes slower, not wrong; and a paced
 * delivery is never told later than that. What can be later is what was told at once and found its receiver busy.
 *
 * <p>With a factor of 0 the clock finds it, see {@link TdfControl}. The JVM is slow at first: lateness and inversions
 * in the first {@value #WARM_UP_WALL_NS} ns of wall time are not counted, unless the whole run is shorter.
 */
final class RealTimeClock implements Clock {
    /** How late the pacer may be before time stands still, in emulated nanoseconds. */
    static final long SLACK_NS = 300;

    /** How long the warm-up takes, in nanoseconds of wall time. */
    static final long WARM_UP_WALL_NS = 500_000_000;

    private static final long CONTROL_WALL_NS = 5_000_000;
    /** A parked thread comes back up to so much late; nearer deliveries are waited for awake. */
    private static final long PARK_SLACK_WALL_NS = 55_000;

    private static final long LONGEST_PARK_WALL_NS = 1_000_000;
    private static final long SHUTDOWN_WALL_NS = 5_000_000_000L;
    /** After a failure nobody reads the components, and a lost message may never be handled. */
    private static final long FAILED_SHUTDOWN_WALL_NS = 50_000_000;

    private static final long NEVER = Long.MAX_VALUE;
    private static final long NOT_ENDED = -1;

    /** Whether components may be told something. */
    private enum Phase {
        STARTING,
        RUNNING,
        OVER
    }

    private final FailureLog failures;
    private final @Nullable TdfControl control;
    private final MpscUnboundedArrayQueue<Envelope> inbox = new MpscUnboundedArrayQueue<>(1024);
    private final List<Tally> tallies = new ArrayList<>();
    private final LongAdder toldAtOnce = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final AtomicLong endNs = new AtomicLong(NOT_ENDED);
    private volatile Phase phase = Phase.STARTING;
    private volatile boolean interruptAsked;
    private volatile boolean warm;
    private volatile Rate rate;
    /** When the next delivery is due, or the open one was: what time does not pass; only the pacer writes it. */
    private volatile long limitNs;
    /** The paced delivery that has not been handled yet. */
    private volatile @Nullable Envelope open;

    private volatile long finalNs;
    private boolean interrupted;

    /** The pacer's own. */
    private final EnvelopeHeap pending = new EnvelopeHeap();

    private long toldByPacer;
    private long slips;
    private long lastToldNs;
    private long startWallNs;
    private long controlWallNs;
    private int waits;

    /**
     * Creates the clock.
     *
     * @param failures stops the run as soon as it has a failure
     * @param tdf the time dilation factor, {@link ClockSettings#AUTO} to find it
     */
    RealTimeClock(FailureLog failures, double tdf) {
        this.failures = failures;
        boolean auto = tdf == ClockSettings.AUTO;
        control = auto ? new TdfControl() : null;
        rate = new Rate(0, 0, auto ? TdfControl.FIRST : tdf);
    }

    @Override
    public void deliver(Envelope envelope) {
        Phase now = phase;
        if (now == Phase.RUNNING && envelope.atNs <= dueNs()) {
            tellAtOnce(envelope);
        } else if (now != Phase.OVER) {
            inbox.offer(envelope);
        }
    }

    private void tellAtOnce(Envelope envelope) {
        toldAtOnce.increment();
        try {
            envelope.tell();
        } catch (RuntimeException e) {
            toldAtOnce.decrement();
            throw e;
        }
    }

    @Override
    public void armSelf(Component component, long atNs) {
        deliver(new Envelope(component, null, atNs, component.id(), component.selfGeneration()));
    }

    @Override
    public void disarmSelf(Component component) {
        // The component's generation has gone on, which makes the event on its way a stale one.
    }

    @Override
    public boolean concurrent() {
        return true;
    }

    @Override
    public void end(long atNs) {
        endNs.compareAndSet(NOT_ENDED, atNs);
    }

    @Override
    public void interrupt() {
        interruptAsked = true;
    }

    @Override
    public boolean interrupted() {
        return interrupted;
    }

    @Override
    public void run() {
        startWallNs = WallClock.nowNs();
        controlWallNs = startWallNs;
        rate = new Rate(startWallNs, 0, rate.tdf());
        limitNs = 0;
        phase = Phase.RUNNING;
        while (endNs.get() == NOT_ENDED && !interruptAsked && !failures.any()) {
            turn();
        }
        interrupted = interruptAsked && endNs.get() == NOT_ENDED;
        shutDown();
    }

    /** One turn of the pacer: takes in what was sent, and tells what is due or waits a moment. */
    private void turn() {
        if (open != null) {
            takeIn();
            WallClock.relax(waits++);
            return;
        }
        takeIn(); // after the look at what is open: its handler sends before it is done
        long nextNs = nextNs();
        if (nextNs == NEVER) {
            if (quiet()) {
                checkStalled();
            } else {
                WallClock.relax(waits++);
            }
            return;
        }
        long wallNs = WallClock.nowNs();
        long nowNs = rate.emulatedNs(wallNs);
        if (nowNs > limitNs + SLACK_NS || nowNs - nextNs > SLACK_NS) {
            nowNs = Math.min(limitNs, nextNs);
            rate = new Rate(wallNs, nowNs, rate.tdf());
            slips++;
        }
        limitNs = nextNs;
        if (nowNs < nextNs) {
            await(rate.wallNs(nextNs - nowNs));
        } else {
            tell(pending.take());
        }
        if (wallNs - controlWallNs > CONTROL_WALL_NS) {
            controlWallNs = wallNs;
            control(wallNs);
        }
    }

    /** Called when all is handled: what the last handler sent, and whether it ended the run, is seen only now. */
    private void checkStalled() {
        takeIn();
        if (nextNs() == NEVER && endNs.get() == NOT_ENDED) {
            failures.record(
                    new EmulationFailure("clock", lastToldNs, "the run stalled: nothing is left to happen", null));
        }
    }

    private void takeIn() {
        Envelope envelope = inbox.poll();
        while (envelope != null) {
            pending.add(envelope);
            envelope = inbox.poll();
        }
    }

    /** Returns when the next delivery is due; self events that were armed anew meanwhile are dropped. */
    private long nextNs() {
        Envelope first = pending.first();
        while (first != null && isStale(first)) {
            pending.take();
            first = pending.first();
        }
        return first == null ? NEVER : first.atNs;
    }

    /**
     * Returns whether a self event is out of date. The pacer reads the generation while the component may change it:
     * it is never older than the event's own, which came through the inbox, and the component looks again.
     */
    private static boolean isStale(Envelope envelope) {
        return envelope.isSelf() && (int) envelope.seq != envelope.to.selfGeneration();
    }

    private void tell(Envelope envelope) {
        waits = 0;
        lastToldNs = envelope.atNs;
        toldByPacer++;
        open = envelope;
        try {
            envelope.tell();
        } catch (RuntimeException e) {
            toldByPacer--;
            failures.record(envelope.to, envelope.atNs, e);
        }
    }

    private void await(long wallNs) {
        if (wallNs > PARK_SLACK_WALL_NS && quiet()) {
            WallClock.parkNs(Math.min(LONGEST_PARK_WALL_NS, wallNs - PARK_SLACK_WALL_NS));
        } else {
            WallClock.yieldCore();
        }
    }

    /**
     * Returns whether no component has anything to handle, so that only the pacer can make something happen. A handler
     * counts what it tells before it is counted as handled itself, and handled is read first: equal sums are no
     * coincidence.
     */
    private boolean quiet() {
        long done = handled.sum();
        return done == toldByPacer + toldAtOnce.sum();
    }

    private void control(long wallNs) {
        warm = warm || wallNs - startWallNs > WARM_UP_WALL_NS;
        if (control != null && warm) {
            Rate old = rate;
            double tdf = control.next(old.tdf(), handled.sum(), slips + late.sum());
            rate = new Rate(wallNs, Math.min(limitNs + SLACK_NS, old.emulatedNs(wallNs)), tdf);
        }
    }

    /** Lets the handlers that are running finish and drops what else was told; then all is visible to this thread. */
    private void shutDown() {
        long stoppedNs = emulatedNs();
        long ended = endNs.get();
        finalNs = ended == NOT_ENDED ? stoppedNs : ended;
        phase = Phase.OVER;
        long deadlineNs = WallClock.nowNs() + (failures.any() ? FAILED_SHUTDOWN_WALL_NS : SHUTDOWN_WALL_NS);
        for (int turn = 0; !quiet(); turn++) {
            WallClock.relax(turn);
            if (WallClock.nowNs() > deadlineNs) {
                failures.record(new EmulationFailure("clock", finalNs, "a component does not come back", null));
                return;
            }
        }
    }

    /** Returns up to when all is told: the emulated time, but not beyond what the pacer has yet to tell. */
    private long dueNs() {
        return Math.min(limitNs, rate.emulatedNs(WallClock.nowNs()));
    }

    /** Returns the emulated time at this moment; any thread. */
    private long emulatedNs() {
        return Math.min(limitNs + SLACK_NS, rate.emulatedNs(WallClock.nowNs()));
    }

    @Override
    public long nowNs() {
        return switch (phase) {
            case STARTING -> 0;
            case RUNNING -> emulatedNs();
            case OVER -> finalNs;
        };
    }

    @Override
    public long deliveries() {
        return handled.sum() - stale.sum();
    }

    @Override
    public Shell.Handled handled(Component component) {
        Tally tally = new Tally();
        tallies.add(tally);
        return tally;
    }

    @Override
    public Lateness lateness() {
        LatenessLog counted = new LatenessLog();
        LatenessLog warmUp = new LatenessLog();
        for (Tally tally : tallies) {
            counted.merge(tally.log);
            warmUp.merge(tally.warmUp);
        }
        if (!warm) {
            counted.merge(warmUp);
        }
        return counted.summary();
    }

    /** What one component's shell reports; only ever touched by the thread that runs the component. */
    private final class Tally implements Shell.Handled {
        private final LatenessLog warmUp = new LatenessLog();
        private final LatenessLog log = new LatenessLog();
        private long newestNs;

        @Override
        public boolean before(Component component, Envelope envelope) {
            if (phase == Phase.OVER || isStale(envelope)) {
                stale.increment();
                return false;
            }
            long atNs = envelope.atNs;
            long lateNs = emulatedNs() - atNs;
            LatenessLog to = warm ? log : warmUp;
            to.add(lateNs);
            if (lateNs > SLACK_NS) {
                late.increment();
            }
            if (atNs < newestNs) {
                to.inverted();
            } else {
                newestNs = atNs;
            }
            return true;
        }

        @Override
        public void after(Component component, Envelope envelope) {
            handled.increment();
            if (open == envelope) {
                open = null;
            }
        }
    }
}
