package org.mqemu.blkmq.tag;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;

/**
 * A tag set: the actor on whose wait queues threads sleep when it has run out of tags.
 *
 * <p>Sleepers are spread over 8 wait queues; a full wake batch wakes sleepers of the next queue that has any, so that
 * a freed tag does not wake a herd. The tags themselves are shared words ({@link SharedTags}).
 */
public final class TagSet extends Component implements TagPort, Marked {
    private static final int WAIT_QUEUES = 8; // BT_WAIT_QUEUES, SBQ_WAIT_QUEUES

    private final SharedTags tags;
    private final long wakeLatencyNs;
    private final ArrayDeque<Entry>[] queues;
    private final Ref<TagPort> port = ref(TagPort.class);
    private int waitIndex;
    private int wakeIndex;
    private long waits;
    private long waitNs;
    private long wakes;
    private final MeasuredSpan<WaitCounts> measured;

    /**
     * Creates a tag set.
     *
     * @param tags its shared words
     * @param wakeLatencyNs from a wake-up to its arrival at the sleeper's CPU, in nanoseconds
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public TagSet(SharedTags tags, long wakeLatencyNs) {
        this.tags = tags;
        this.wakeLatencyNs = wakeLatencyNs;
        this.queues = new ArrayDeque[WAIT_QUEUES];
        Arrays.setAll(queues, i -> new ArrayDeque<Entry>());
        this.measured = new MeasuredSpan<>(this::counts, WaitCounts::plus, WaitCounts::since);
    }

    /** Returns the tag set's address. */
    public Ref<TagPort> port() {
        return port;
    }

    /** Returns the shared words. */
    public SharedTags tags() {
        return tags;
    }

    @Override
    public void onWait(Wait wait) {
        waits++;
        Sleeper sleeper = new Sleeper(wait.thread(), wait.sleep(), nowNs());
        if (tags.map().taken() < wait.limit()
                && tags.mayTake(
                        wait.user(),
                        wait.thread().cpuNumber())) { // freed while the thread was on its way to sleep: look again
            wake(sleeper);
            return;
        }
        enqueue(sleeper);
    }

    @Override
    public void onAwait(Await<?> await) {
        Waiting waiting = new Waiting(await);
        if (tags.mayTake(await.user(), await.cpu())) {
            wake(waiting);
            return;
        }
        enqueue(waiting);
    }

    private void enqueue(Entry entry) {
        queues[waitIndex].add(entry);
        waitIndex = (waitIndex + 1) % WAIT_QUEUES;
    }

    @Override
    public void onFreed(Freed freed) {
        if (!tags.map().wakesByBatch()) {
            wakeAll();
            return;
        }
        for (int i = 0; i < WAIT_QUEUES; i++) {
            ArrayDeque<Entry> queue = queues[wakeIndex];
            wakeIndex = (wakeIndex + 1) % WAIT_QUEUES;
            if (wakeSome(queue)) {
                return;
            }
        }
    }

    private boolean wakeSome(ArrayDeque<Entry> queue) {
        int woken = 0;
        while (woken < tags.wakesPerBatch()) {
            @Nullable Entry sleeper = queue.poll();
            if (sleeper == null) {
                break;
            }
            boolean counts = sleeper.takesOne() || tags.map().taken() > 0;
            woken += wake(sleeper) && counts ? 1 : 0;
        }
        return woken > 0;
    }

    private void wakeAll() {
        for (ArrayDeque<Entry> queue : queues) {
            while (!queue.isEmpty()) {
                wake(queue.remove());
            }
        }
    }

    /** Wakes a sleeper and returns whether it still slept. */
    private boolean wake(Entry entry) {
        if (!entry.sleep().end()) {
            return false;
        }
        wakes++;
        tags.woken();
        entry.wake(this);
        return true;
    }

    private void wakeThread(Sleeper sleeper) {
        waitNs += nowNs() - sleeper.sinceNs;
        send(sleeper.thread.cpu().port(), new CpuPort.Wake(sleeper.thread), nowNs() + wakeLatencyNs);
    }

    private <T> void tell(Await<T> await) {
        send(await.to(), await.what(), nowNs());
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "tags", tags.map().taken());
        audit.mustBeZero(this, "sleepers", tags.sleepers());
    }

    @Override
    public void onMark(Mark mark) {
        measured.mark(mark.begin());
    }

    private WaitCounts counts() {
        return new WaitCounts(tags.takenInAll(), waits, waitNs);
    }

    /** Returns tags taken, sleeps and the time slept (wake-up latency not included) while measuring. */
    public WaitCounts measured() {
        return measured.measured();
    }

    /** Returns how many sleepers were woken. */
    public long wakes() {
        return wakes;
    }

    /** Somebody on a wait queue. */
    private interface Entry {
        TagSleep sleep();

        /** Returns whether it surely takes a tag, and so frees one that wakes the next; a hardware queue may not. */
        boolean takesOne();

        void wake(TagSet tagSet);
    }

    private record Sleeper(Context thread, TagSleep sleep, long sinceNs) implements Entry {
        @Override
        public boolean takesOne() {
            return true;
        }

        @Override
        public void wake(TagSet tagSet) {
            tagSet.wakeThread(this);
        }
    }

    private record Waiting(Await<?> await) implements Entry {
        @Override
        public boolean takesOne() {
            return false;
        }

        @Override
        public TagSleep sleep() {
            return await.sleep();
        }

        @Override
        public void wake(TagSet tagSet) {
            tagSet.tell(await);
        }
    }
}
