package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.LineCounts;

/**
 * Looks at the counters of shared memory, which belongs to no actor, when the measurement begins and ends: cache lines,
 * requests, budgets. When the run has drained it checks that nothing of them is held.
 */
final class MemoryProbe extends Component implements Marked {
    private final List<Line> lines = new ArrayList<>();
    private final List<Pool> pools = new ArrayList<>();
    private final List<BiConsumer<Audit, Component>> checks = new ArrayList<>();

    /** A cache line that is looked at. */
    record Line(String name, MeasuredSpan<LineCounts> span) {}

    /** A pool that is looked at. */
    record Pool(String name, MeasuredSpan<WaitCounts> span) {}

    void watch(CacheLine line) {
        lines.add(new Line(line.name(), new MeasuredSpan<>(line::counts, LineCounts::plus, LineCounts::since)));
    }

    void watch(String name, Supplier<WaitCounts> pool) {
        pools.add(new Pool(name, new MeasuredSpan<>(pool, WaitCounts::plus, WaitCounts::since)));
    }

    void audits(BiConsumer<Audit, Component> check) {
        checks.add(check);
    }

    @Override
    protected void audit(Audit audit) {
        checks.forEach(check -> check.accept(audit, this));
    }

    @Override
    public void onMark(Mark mark) {
        lines.forEach(line -> line.span().mark(mark.begin()));
        pools.forEach(pool -> pool.span().mark(mark.begin()));
    }

    List<Line> lines() {
        return lines;
    }

    List<Pool> pools() {
        return pools;
    }
}
