package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

class FlushQueueTest {
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
    private final FlushQueue flushes = new FlushQueue(queue);
    private final List<FlushQueue.Todo> todo = new ArrayList<>();
    private long nowNs;

    private Request request(int sectors, boolean preflush, boolean fua) {
        Bio bio = new Bio(NOBODY, 0);
        if (sectors == 0) {
            bio.describe(Op.FLUSH, 0, 0);
        } else {
            bio.describe(Op.WRITE, 80, sectors, preflush, fua);
        }
        disk.queued(bio, 0, nowNs);
        Request request = new Request(queue, -1);
        request.init(bio, 0, nowNs);
        return request;
    }

    private Request insert(WriteCache cache, int sectors, boolean preflush, boolean fua) {
        Request request = request(sectors, preflush, fua);
        flushes.insert(request, cache, 0, nowNs);
        return request;
    }

    /** Returns what is to be done now, as {@code DATA}, {@code FLUSH} and so on. */
    private List<String> todo() {
        todo.clear();
        for (FlushQueue.Todo next = flushes.next(); next != null; next = flushes.next()) {
            todo.add(next);
        }
        return todo.stream().map(next -> next.kind().name()).toList();
    }

    private void answer(Request request, CommandStatus status) {
        request.started(0, nowNs);
        request.completed(status, 0, nowNs);
        assertThat(flushes.answered(request, 0, nowNs)).isTrue();
    }

    private void answer(Request request) {
        answer(request, CommandStatus.GOOD);
    }

    private Request flush() {
        return todo.stream()
                .filter(next -> next.kind() == FlushQueue.Kind.FLUSH)
                .findFirst()
                .orElseThrow()
                .request();
    }

    /** The steps of a request that is alone: F a flush, D data, P data past the machinery, E its end. */
    @ParameterizedTest
    @CsvSource({
        // cache, fua of the device, sectors, preflush, fua: steps
        "true,  false, 0, true,  false, FE",
        "true,  false, 8, true,  false, FDE",
        "true,  false, 8, false, true,  DFE",
        "true,  false, 8, true,  true,  FDFE",
        "true,  true,  0, true,  false, FE",
        "true,  true,  8, true,  false, FDE",
        "true,  true,  8, false, true,  P",
        "true,  true,  8, true,  true,  FDE",
        "false, false, 0, true,  false, E",
        "false, false, 8, true,  true,  P",
    })
    void shouldTakeTheStepsThatTheDeviceNeeds(
            boolean cache, boolean deviceFua, int sectors, boolean preflush, boolean fua, String steps) {
        Request request = insert(new WriteCache(cache, deviceFua), sectors, preflush, fua);

        StringBuilder taken = new StringBuilder();
        for (List<String> kinds = todo(); !kinds.isEmpty(); kinds = todo()) {
            assertThat(kinds).hasSize(1);
            FlushQueue.Todo next = todo.get(0);
            taken.append(next.kind().name().charAt(0));
            if (next.kind() == FlushQueue.Kind.FLUSH || next.kind() == FlushQueue.Kind.DATA) {
                answer(next.request());
            } else {
                assertThat(next.request()).isSameAs(request);
            }
        }
        assertThat(taken).hasToString(steps);
        assertThat(request.isFua()).as("left to the driver").isEqualTo(fua && deviceFua);
        assertThat(request.isPreflush()).isFalse();
    }

    @Test
    void shouldShareOneFlushAmongAllThatCameWhileAnotherWasInFlight() {
        insert(WriteCache.WRITE_BACK, 0, true, false);
        assertThat(todo()).containsExactly("FLUSH");
        Request first = flush();
        for (int i = 0; i < 5; i++) {
            insert(WriteCache.WRITE_BACK, 0, true, false);
            assertThat(todo()).isEmpty();
        }

        answer(first);
        assertThat(todo()).containsExactly("END", "FLUSH");
        answer(flush());
        assertThat(todo()).containsExactly("END", "END", "END", "END", "END");
    }

    @Test
    void shouldShareTheFlushAfterAmongThoseThatSharedTheOneBefore() {
        insert(WriteCache.WRITE_BACK, 0, true, false);
        todo();
        Request first = flush();
        Request a = insert(WriteCache.WRITE_BACK, 8, true, true);
        Request b = insert(WriteCache.WRITE_BACK, 8, true, true);
        answer(first);
        assertThat(todo()).containsExactly("END", "FLUSH");
        answer(flush());
        assertThat(todo()).containsExactly("DATA", "DATA");

        answer(a);
        assertThat(todo()).as("b's data is in flight").isEmpty();
        answer(b);
        assertThat(todo()).containsExactly("FLUSH");
        answer(flush());
        assertThat(todo()).containsExactly("END", "END");
    }

    @Test
    void shouldPutOffAFlushForDataInFlightButNotForLongerThanFiveSeconds() {
        insert(WriteCache.WRITE_BACK, 8, false, true);
        assertThat(todo()).containsExactly("DATA");
        insert(WriteCache.WRITE_BACK, 0, true, false);
        assertThat(todo()).isEmpty();

        nowNs = FlushQueue.PENDING_TIMEOUT_NS - 1;
        insert(WriteCache.WRITE_BACK, 0, true, false);
        assertThat(todo()).isEmpty();
        nowNs = FlushQueue.PENDING_TIMEOUT_NS;
        assertThat(todo()).as("no timer").isEmpty();
        insert(WriteCache.WRITE_BACK, 0, true, false);
        assertThat(todo()).containsExactly("FLUSH");
        assertThat(flushes.waiting()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true"})
    void shouldEndARequestWhoseFlushFailsWithoutItsNextStep(boolean preflush, boolean fua) {
        Request request = insert(WriteCache.WRITE_BACK, 8, preflush, fua);
        todo();
        if (!preflush) {
            answer(request);
            todo();
        }

        answer(flush(), CommandStatus.MEDIUM_ERROR);

        assertThat(todo()).containsExactly("END");
        assertThat(request.blockStatus()).isEqualTo(BlockStatus.IOERR);
    }

    @Test
    void shouldEndAWriteThatFailsWithoutAFlush() {
        Request request = insert(WriteCache.WRITE_BACK, 8, false, true);
        todo();

        answer(request, CommandStatus.MEDIUM_ERROR);

        assertThat(todo()).containsExactly("END");
        assertThat(request.blockStatus()).isEqualTo(BlockStatus.IOERR);
    }

    @Test
    void shouldLeaveAPlainRequestToTheCaller() {
        Request request = request(8, false, false);
        request.started(0, 0);
        request.completed(CommandStatus.GOOD, 0, 1);

        assertThat(flushes.answered(request, 0, 1)).isFalse();
    }

    /** The flush is an answer of the driver, but no I/O; the write is one I/O from its beginning to its last step. */
    @Test
    void shouldCountTheWriteWhenItsSequenceIsOverAndNotTheFlush() {
        Request request = insert(WriteCache.WRITE_BACK, 8, false, true);
        todo();
        nowNs = 1_000;
        answer(request);
        todo();
        assertThat(disk.total().measured().requests(Op.WRITE)).isZero();
        nowNs = 5_000;
        answer(flush());
        todo();

        assertThat(disk.total().answered()).isEqualTo(2);
        assertThat(disk.total().measured().requests(Op.WRITE)).isEqualTo(1);
        assertThat(disk.total().measured().requests(Op.FLUSH)).isZero();
        assertThat(disk.total().measured().whole().max()).isEqualTo(5_000);
    }

    @Test
    void shouldTraceDAndCOfAFlushAndTwoCsOfAWriteThatNeedsOne() {
        List<String> trace = new ArrayList<>();
        disk.traceTo(event -> trace.add(event.action().letter() + " " + (event.preflush() ? "F" : "") + event.op()
                + (event.fua() ? "F" : "") + " " + event.sector() + "+" + event.sectors()));
        Request request = insert(WriteCache.WRITE_BACK, 8, true, true);
        todo();
        answer(flush());
        todo();
        answer(request);
        todo();
        answer(flush());
        todo();
        request.ending(0, nowNs);

        assertThat(trace)
                .containsExactly(
                        "Q FWRITEF 80+8",
                        "G FWRITEF 80+8",
                        "D FFLUSH 0+0",
                        "C FFLUSH 0+0",
                        "D WRITE 80+8",
                        "C WRITE 80+8",
                        "D FFLUSH 0+0",
                        "C FFLUSH 0+0",
                        "C WRITE 80+0");
    }
}
