package org.mqemu.blkmq.fio;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.stats.SteadyState;

/**
 * fio's run: starts the threads of one group after the other, decides when each is measured and when it ends, and ends
 * the emulation when the last one has drained.
 *
 * <p>A group is measured from its start, then again from the end of its warm-up: of its ramp_time if it has one,
 * otherwise, if it may end when it is steady, as soon as its rate has settled (at the latest after a tenth of its
 * runtime). If it ends before that, what was measured from the start counts.
 */
public final class FioRun extends Component implements FioPort {
    private enum Phase {
        WAITING,
        WARMING,
        MEASURING,
        DRAINING,
        OVER
    }

    private final StopRule rule;
    private List<FioGroup> groups = List.of();
    private List<Ref<Marked>> marked = List.of();
    private final List<GroupOutcome> outcomes = new ArrayList<>();
    private int turn = -1;
    private Phase phase = Phase.WAITING;
    private int running;
    private long startNs;
    private long beginNs;
    private long binCompletions;
    private @Nullable SteadyState steadyState;

    /**
     * Creates a run without groups.
     *
     * @param rule when a rate is known well enough
     */
    public FioRun(StopRule rule) {
        this.rule = rule;
    }

    /**
     * Connects what the run starts and what it tells of the measurement; called once, before the emulation runs.
     *
     * @param newGroups the groups, in the order of their turns
     * @param newMarked the components that count
     */
    public void connect(List<FioGroup> newGroups, List<Ref<Marked>> newMarked) {
        groups = List.copyOf(newGroups);
        marked = List.copyOf(newMarked);
    }

    @Override
    protected void onStart() {
        nextGroup();
    }

    private FioGroup group() {
        return groups.get(turn);
    }

    private void nextGroup() {
        turn++;
        if (turn == groups.size()) {
            phase = Phase.OVER;
            endRun();
            return;
        }
        phase = Phase.WAITING;
        armSelf(nowNs() + group().startDelayNs());
    }

    @Override
    protected void onSelf() {
        switch (phase) {
            case WAITING -> startGroup();
            case WARMING, MEASURING -> tick();
            case DRAINING, OVER -> {}
        }
    }

    private void startGroup() {
        startNs = nowNs();
        running = group().threads().size();
        phase = Phase.WARMING;
        begin();
        for (FioThread thread : group().threads()) {
            send(thread.cpu(), thread.start(), nowNs());
        }
        if (group().rampNs() == 0 && !group().endsWhenSteady()) {
            phase = Phase.MEASURING;
        } else if (group().endsWhenSteady()) {
            steadyState = new SteadyState(rule.warmUp());
        }
        armNext();
    }

    /** Marks the begin of a measurement everywhere. */
    private void begin() {
        beginNs = nowNs();
        binCompletions = 0;
        mark(true);
    }

    private void mark(boolean begin) {
        Mark message = new Mark(begin);
        for (Ref<Marked> component : marked) {
            send(component, message, nowNs());
        }
        for (FioThread thread : group().threads()) {
            send(thread.cpu(), thread.mark(begin), nowNs());
        }
    }

    private void armNext() {
        long nextNs = phaseEndNs();
        if (group().endsWhenSteady()) {
            nextNs = Math.min(nextNs, nowNs() + rule.binNs());
        }
        if (nextNs == Long.MAX_VALUE) {
            disarmSelf();
        } else {
            armSelf(Math.max(nextNs, nowNs()));
        }
    }

    /** When the phase ends whatever the rate is: the ramp, a tenth of the runtime as warm-up, or the runtime. */
    private long phaseEndNs() {
        FioGroup group = group();
        if (phase == Phase.WARMING && group.rampNs() > 0) {
            return startNs + group.rampNs();
        }
        if (group.runtimeNs() == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return phase == Phase.WARMING
                ? startNs + Math.max(1, group.runtimeNs() / 10)
                : startNs + group.rampNs() + group.runtimeNs();
    }

    private void tick() {
        SteadyState seen = steadyState;
        if (seen != null) {
            seen.add(binCompletions);
            binCompletions = 0;
        }
        boolean over = nowNs() >= phaseEndNs();
        if (phase == Phase.WARMING) {
            boolean settled = group().rampNs() == 0 && seen != null && seen.steady(rule.warmUpHalfWidth());
            if (over || settled) {
                phase = Phase.MEASURING;
                begin();
                steadyState = group().endsWhenSteady() ? new SteadyState(rule.measure()) : null;
            }
        } else if (seen != null && seen.steady(rule.halfWidth())) {
            endMeasurement(GroupOutcome.End.STEADY);
            return;
        } else if (over) {
            endMeasurement(GroupOutcome.End.RUNTIME);
            return;
        }
        armNext();
    }

    private void endMeasurement(GroupOutcome.End why) {
        phase = Phase.DRAINING;
        disarmSelf();
        mark(false);
        outcomes.add(new GroupOutcome(startNs, beginNs, nowNs(), why, steadyState));
        steadyState = null;
        for (FioThread thread : group().threads()) {
            send(thread.cpu(), thread.stop(), nowNs());
        }
    }

    @Override
    public void onProgress(Progress progress) {
        binCompletions += progress.completions();
    }

    @Override
    public void onThreadDone(ThreadDone done) {
        running--;
        if (running == 0) {
            if (phase != Phase.DRAINING) {
                endMeasurement(GroupOutcome.End.SIZE);
            }
            nextGroup();
        }
    }

    /**
     * Returns how the groups went; a group that was interrupted in its turn is the last one.
     *
     * @param nowNs the emulated time at the end of the run
     */
    public List<GroupOutcome> outcomes(long nowNs) {
        List<GroupOutcome> all = new ArrayList<>(outcomes);
        if (phase == Phase.WARMING || phase == Phase.MEASURING) {
            all.add(new GroupOutcome(startNs, beginNs, nowNs, GroupOutcome.End.INTERRUPTED, steadyState));
        }
        return all;
    }

    /** Returns the place of the group that runs, from 0; approximate when read from another thread. */
    public int turn() {
        return turn;
    }

    /** Returns when that group started, in nanoseconds; approximate when read from another thread. */
    public long groupStartNs() {
        return startNs;
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "fio threads that have not ended", running);
    }
}
