package org.mqemu.blkmq.sync;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.blkmq.topology.Topology;

/**
 * A spinlock: the actor in front of which CPUs spin.
 *
 * <p>It grants the lock in the order of tickets. A hand-off costs the transfer of the lock's line and of the data that
 * it protects from the old holder to the new one, plus, for a ticket lock, an invalidation for each CPU that goes on
 * spinning. It hears only of contended acquisitions; a free lock is taken through its word.
 */
public final class SpinLock extends Component implements LockPort, Marked {
    private final LockWord word;
    private final LockParameters parameters;
    private final boolean irqSave;
    private final ArrayDeque<Spinner> spinners = new ArrayDeque<>();
    private int owedTicket = Lock.TAKEN;
    private int owedFrom = -1;
    private long waitNs;
    private int maxSpinners;
    private final MeasuredSpan<LockCounts> measured;

    /**
     * Creates a free lock.
     *
     * @param topology what a line transfer costs
     * @param parameters how it hands over
     * @param dataLines cache lines that it protects and that move with it, at least 0
     * @param irqSave whether interrupts are held off while it is held or waited for
     */
    public SpinLock(Topology topology, LockParameters parameters, int dataLines, boolean irqSave) {
        if (dataLines < 0) {
            throw new IllegalArgumentException("dataLines must not be negative: " + dataLines);
        }
        this.word = new LockWord(topology, dataLines);
        this.parameters = parameters;
        this.irqSave = irqSave;
        this.measured = new MeasuredSpan<>(this::counts, LockCounts::plus, LockCounts::since);
    }

    /** Returns the lock as CPUs use it. */
    public Lock lock() {
        return new Lock(name(), word, ref(LockPort.class), irqSave);
    }

    @Override
    public void onContend(Contend contend) {
        spinners.add(new Spinner(contend, nowNs()));
        maxSpinners = Math.max(maxSpinners, spinners.size());
        if (contend.ticket() == owedTicket) {
            serve();
        }
    }

    @Override
    public void onReleased(Released released) {
        owedTicket = released.ticket();
        owedFrom = released.cpu();
        serve();
    }

    /** Grants the lock to the spinner whose ticket is due; it may not have been heard of yet under real time. */
    private void serve() {
        Iterator<Spinner> waiting = spinners.iterator(); // the first one is due, but for late news under real time
        while (waiting.hasNext()) {
            Spinner next = waiting.next();
            if (next.contend.ticket() == owedTicket) {
                waiting.remove();
                long grantNs =
                        nowNs() + word.fetchNs(owedFrom, next.contend.cpu()) + parameters.handOffNs(spinners.size());
                waitNs += Math.max(0, grantNs - next.sinceNs);
                owedTicket = Lock.TAKEN;
                send(next.contend.client(), new LockClient.LockGranted(id()), grantNs);
                return;
            }
        }
    }

    @Override
    public void onMark(Mark mark) {
        measured.mark(mark.begin());
    }

    /** Returns what happened while measuring, up to now if the measurement has not ended. */
    public LockCounts measured() {
        return measured.measured();
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "holders", word.held() ? 1 : 0);
        audit.mustBeZero(this, "spinners", spinners.size());
    }

    /** Returns what has happened at this lock since the start. */
    public LockCounts counts() {
        return new LockCounts(word.acquisitions(), word.contended(), waitNs, word.holdNs());
    }

    /** Returns the largest number of CPUs that spun for it at once. */
    public int maxSpinners() {
        return maxSpinners;
    }

    private record Spinner(Contend contend, long sinceNs) {}
}
