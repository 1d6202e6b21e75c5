package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.elevator.TestRequests.LIMITS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.Request;

/** What holds for mq-deadline whatever comes, said without saying how it chooses. */
class MqDeadlinePropertiesTest {
    private static final long MS = 1_000_000;
    private static final int BATCH = 4;

    private final TestRequests requests = new TestRequests(LIMITS);

    /** Each bio comes out once, in a request of adjacent bios of its kind and priority. */
    @Property(tries = 200)
    void shouldLoseNoBioAndMergeOnlyAdjacentOnesOfOneKind(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 0, max = SchedulerStep.NUMBERS) Integer> numbers) {
        MqDeadlineElevator elevator = new MqDeadlineElevator(128, true);
        List<Request> dispatched = new ArrayList<>();
        Set<Bio> submitted = new HashSet<>();
        long nowNs = 0;
        for (int number : numbers) {
            SchedulerStep step = SchedulerStep.of(number);
            nowNs += step.laterNs();
            if (step.kind() == SchedulerStep.Kind.DISPATCH) {
                dispatch(elevator, nowNs, dispatched);
            } else {
                submit(elevator, step.bio(), nowNs, submitted);
            }
        }
        while (elevator.hasWork(0)) {
            dispatch(elevator, nowNs, dispatched);
        }

        Set<Bio> seen = new HashSet<>();
        for (Request request : dispatched) {
            long next = request.sector();
            for (Bio bio : request.bios()) {
                assertThat(seen.add(bio)).isTrue();
                assertThat(bio.sector()).isEqualTo(next);
                assertThat(bio.op()).isEqualTo(request.op());
                assertThat(bio.priority()).isEqualTo(request.priority());
                next += bio.sectors();
            }
            assertThat(next - request.sector()).isEqualTo(request.sectors()).isLessThanOrEqualTo(LIMITS.maxSectors());
        }
        assertThat(seen).isEqualTo(submitted);
    }

    private void submit(MqDeadlineElevator elevator, Bio bio, long nowNs, Set<Bio> submitted) {
        submitted.add(bio);
        if (!elevator.merge(LIMITS, bio, 0, nowNs)) {
            Request request = requests.request(bio);
            if (!elevator.insert(LIMITS, request, false, nowNs)) {
                elevator.finished(request);
            }
        }
        for (Request joined = elevator.takeJoined(); joined != null; joined = elevator.takeJoined()) {
            elevator.finished(joined);
        }
    }

    /** Ends what it dispatches at once, so that priorities never wait for the driver. */
    private static void dispatch(MqDeadlineElevator elevator, long nowNs, List<Request> dispatched) {
        boolean hadWork = elevator.hasWork(0);
        Request request = elevator.dispatch(0, nowNs);
        assertThat(request != null).isEqualTo(hadWork);
        if (request != null) {
            request.started(0, nowNs);
            elevator.finished(request);
            dispatched.add(request);
        }
    }

    /** Distant requests, one dispatched for each that comes: nobody waits for more batches than the rules say. */
    @Property(tries = 200)
    void shouldServeTheOldestExpiredRequestAfterTheBatchesThatMayGoFirst(
            @ForAll @Size(min = 30, max = 300) List<@IntRange(min = 0, max = 9999) Integer> numbers) {
        MqDeadlineElevator elevator = new MqDeadlineElevator(128, true);
        elevator.tunables().set("fifo_batch", BATCH);
        elevator.tunables().set("read_expire", 20);
        elevator.tunables().set("write_expire", 40);
        List<Request> waiting = new ArrayList<>();
        Map<Request, Long> cameNs = new HashMap<>();
        int readDue = 0;
        int writeDue = 0;
        Request oldestRead = null;
        Request oldestWrite = null;
        long nowNs = 0;
        for (int i = 0; i < numbers.size() || !waiting.isEmpty(); i++) {
            nowNs += MS;
            if (i < numbers.size()) {
                int number = numbers.get(i);
                Op op = number % 2 == 0 ? Op.READ : Op.WRITE;
                Request request = requests.request(TestRequests.bio(op, number * 100L, 8, IoPriority.NONE));
                elevator.insert(LIMITS, request, false, nowNs);
                waiting.add(request);
                cameNs.put(request, nowNs);
                if (i % 3 != 0) {
                    continue; // so that they pile up
                }
            }
            Request served = elevator.dispatch(0, nowNs);
            assertThat(served).isNotNull();
            long now = nowNs;
            Request read = oldest(waiting, Op.READ);
            Request write = oldest(waiting, Op.WRITE);
            readDue = read != null && read == oldestRead && now - cameNs.get(read) >= 20 * MS ? readDue + 1 : 0;
            writeDue = write != null && write == oldestWrite && now - cameNs.get(write) >= 40 * MS ? writeDue + 1 : 0;
            oldestRead = read;
            oldestWrite = write;
            // a batch may be going on, and one of writes may be due
            assertThat(readDue).isLessThanOrEqualTo(2 * BATCH);
            // a batch may be going on, and two of reads go first
            assertThat(writeDue).isLessThanOrEqualTo(3 * BATCH);
            waiting.remove(served);
        }
    }

    private static Request oldest(List<Request> waiting, Op op) {
        return waiting.stream()
                .filter(request -> request.op() == op)
                .findFirst()
                .orElse(null);
    }

    /** Never goes what has a lower priority than something that waits or is with the driver, unless it has aged. */
    @Property(tries = 200)
    void shouldObeyPrioritiesUnlessARequestHasAged(
            @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 0, max = 9999) Integer> numbers) {
        MqDeadlineElevator elevator = new MqDeadlineElevator(128, true);
        elevator.tunables().set("prio_aging_expire", 100);
        List<IoPriority> priorities = List.of(TestRequests.RT, TestRequests.BE, TestRequests.IDLE);
        Map<Request, Long> open = new HashMap<>();
        List<Request> withDriver = new ArrayList<>();
        long nowNs = 0;
        for (int number : numbers) {
            nowNs += 5 * MS;
            int turn = number % 4;
            if (turn < 2) {
                Request request =
                        requests.request(TestRequests.bio(Op.READ, number * 100L, 8, priorities.get(number / 4 % 3)));
                elevator.insert(LIMITS, request, false, nowNs);
                open.put(request, nowNs);
            } else if (turn == 2 || withDriver.isEmpty()) {
                Request served = elevator.dispatch(0, nowNs);
                if (served != null) {
                    boolean aged = nowNs - open.get(served) >= 100 * MS;
                    int rank = priorities.indexOf(served.priority());
                    assertThat(open.keySet()).allMatch(other -> aged || priorities.indexOf(other.priority()) >= rank);
                    served.started(0, nowNs);
                    withDriver.add(served);
                }
            } else {
                Request ended = withDriver.remove(0);
                open.remove(ended);
                TestRequests.complete(elevator, ended, nowNs);
            }
        }
    }
}
