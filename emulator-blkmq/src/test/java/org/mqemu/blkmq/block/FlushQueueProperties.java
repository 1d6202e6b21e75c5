package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

/**
 * Random writes and flushes on a device that answers in any order and sometimes with an error, against what durability
 * means: a simple log of what was issued and answered when.
 */
class FlushQueueProperties {
    private static final BioEnd NOBODY = new BioEnd() {
        @Override
        public CacheLine line() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ended(Context cx, Bio bio, BlockStatus status) {
            throw new UnsupportedOperationException();
        }
    };

    private final Disk disk = new Disk("sda", 0, 1 << 20, 1);
    private final TestQueue queue = new TestQueue(disk);

    private static WriteCache cache(Random random) {
        return List.of(WriteCache.WRITE_THROUGH, WriteCache.WRITE_BACK, WriteCache.WRITE_BACK_FUA)
                .get(random.nextInt(3));
    }

    @Property(tries = 500)
    void shouldKeepWhatWasAskedFor(@ForAll Random random) {
        WriteCache cache = cache(random);
        FlushQueue flushes = new FlushQueue(queue);
        Log log = new Log(cache);
        List<Request> atDevice = new ArrayList<>();
        int left = 1 + random.nextInt(60);
        long nowNs = 0;
        while (left > 0 || !atDevice.isEmpty()) {
            nowNs += random.nextInt(4) == 0 ? random.nextLong(FlushQueue.PENDING_TIMEOUT_NS * 2) : 1;
            if (left > 0 && (atDevice.isEmpty() || random.nextBoolean())) {
                left--;
                Request request = request(random, nowNs);
                log.inserted(request);
                flushes.insert(request, cache, 0, nowNs);
            } else {
                Request answered = atDevice.remove(random.nextInt(atDevice.size()));
                answered.completed(random.nextInt(10) == 0 ? CommandStatus.MEDIUM_ERROR : CommandStatus.GOOD, 0, nowNs);
                log.answered(answered);
                if (!flushes.answered(answered, 0, nowNs)) {
                    log.ended(answered);
                }
            }
            for (FlushQueue.Todo next = flushes.next(); next != null; next = flushes.next()) {
                if (next.kind() == FlushQueue.Kind.END) {
                    log.ended(next.request());
                } else {
                    next.request().started(0, nowNs);
                    log.issued(next.request());
                    atDevice.add(next.request());
                }
            }
            assertThat(atDevice.isEmpty()).as("nothing is under way").isEqualTo(log.open() == 0);
        }
        assertThat(log.open()).isZero();
        assertThat(flushes.waiting()).isZero();
        assertThat(flushes.inFlight()).isFalse();
    }

    private Request request(Random random, long nowNs) {
        Bio bio = new Bio(NOBODY, 0);
        int kind = random.nextInt(4);
        if (kind == 0) {
            bio.describe(Op.FLUSH, 0, 0);
        } else {
            bio.describe(Op.WRITE, 8L * random.nextInt(1_000), 8, kind != 2, kind >= 2);
        }
        disk.queued(bio, 0, nowNs);
        Request request = new Request(queue, -1);
        request.init(bio, 0, nowNs);
        return request;
    }

    /** What happened to whom, by a count of events. */
    private static final class Log {
        private final WriteCache cache;
        private final Map<Request, Life> lives = new HashMap<>();
        private final Set<Request> ended = new HashSet<>();
        /** Of flushes that succeeded: when they were issued and answered. */
        private final List<long[]> flushes = new ArrayList<>();

        private long now;
        private long flushIssued = -1;
        private long flushesIssued;

        Log(WriteCache cache) {
            this.cache = cache;
        }

        int open() {
            return lives.size() - ended.size();
        }

        void inserted(Request request) {
            lives.put(request, new Life(request, ++now));
        }

        void issued(Request request) {
            now++;
            @Nullable Life life = lives.get(request);
            if (life == null) {
                assertThat(request.op()).isEqualTo(Op.FLUSH);
                assertThat(cache.volatileCache()).isTrue();
                assertThat(flushIssued).as("one flush at a time").isNegative();
                flushIssued = now;
                flushesIssued++;
                return;
            }
            assertThat(life.dataIssued).as("data goes once").isNegative();
            life.dataIssued = now;
            assertThat(request.isFua()).isEqualTo(life.fua && cache.fua());
            if (life.preflush && cache.volatileCache()) {
                assertThat(flushedBetween(life.inserted, now))
                        .as("flushed before")
                        .isTrue();
            }
        }

        void answered(Request request) {
            now++;
            @Nullable Life life = lives.get(request);
            if (life != null) {
                life.dataAnswered = now;
                life.failed |= request.blockStatus() != BlockStatus.OK;
                return;
            }
            if (request.blockStatus() == BlockStatus.OK) {
                flushes.add(new long[] {flushIssued, now});
            }
            flushIssued = -1;
        }

        void ended(Request request) {
            now++;
            Life life = lives.get(request);
            assertThat(ended.add(request)).as("ends once").isTrue();
            if (request.blockStatus() != BlockStatus.OK) {
                return;
            }
            assertThat(life.failed).isFalse();
            if (life.data) {
                assertThat(life.dataAnswered).isPositive();
            }
            if (!cache.volatileCache()) {
                assertThat(flushesIssued).isZero();
            } else if (!life.data || (life.fua && !cache.fua())) {
                long after = life.data ? life.dataAnswered : life.inserted;
                assertThat(flushedBetween(after, now)).as("flushed after").isTrue();
            }
        }

        private boolean flushedBetween(long from, long to) {
            return flushes.stream().anyMatch(flush -> flush[0] > from && flush[1] <= to);
        }
    }

    private static final class Life {
        private final boolean preflush;
        private final boolean fua;
        private final boolean data;
        private final long inserted;
        private long dataIssued = -1;
        private long dataAnswered = -1;
        private boolean failed;

        Life(Request request, long inserted) {
            this.preflush = request.isPreflush();
            this.fua = request.isFua();
            this.data = request.sectors() > 0;
            this.inserted = inserted;
        }
    }
}
