package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Request;

/** Each deadline scheduler against the simple model, decision by decision, over random runs. */
class DeadlineAgainstReferenceTest {
    private static final long MS = 1_000_000;

    @Property(tries = 400)
    void shouldDecideAsTheReferenceDoes(
            @ForAll Kernel kernel,
            @ForAll @IntRange(min = 0, max = 20) int batch,
            @ForAll @IntRange(min = 0, max = 3) int writesStarved,
            @ForAll boolean frontMerges,
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 0, max = SchedulerStep.NUMBERS) Integer> numbers) {
        Elevator elevator =
                switch (kernel) {
                    case LINUX_3_15 -> new DeadlineElevator();
                    case LINUX_5_11 -> new MqDeadlineElevator(128, false);
                    case LINUX_6_1 -> new MqDeadlineElevator(128, true);
                };
        elevator.tunables().set("fifo_batch", batch);
        elevator.tunables().set("writes_starved", writesStarved);
        elevator.tunables().set("front_merges", frontMerges ? 1 : 0);
        if (kernel == Kernel.LINUX_6_1) {
            elevator.tunables().set("prio_aging_expire", 1000);
        }
        ReferenceDeadline reference = new ReferenceDeadline(new ReferenceDeadline.Rules(
                kernel == Kernel.LINUX_6_1,
                kernel == Kernel.LINUX_3_15,
                kernel != Kernel.LINUX_3_15,
                batch,
                writesStarved,
                frontMerges,
                500 * MS,
                5000 * MS,
                1000 * MS));
        Pair pair = new Pair(elevator, reference);
        numbers.forEach(number -> pair.step(SchedulerStep.of(number)));
        pair.drain();
    }

    enum Kernel {
        LINUX_3_15,
        LINUX_5_11,
        LINUX_6_1
    }

    /** Both, side by side. */
    private static final class Pair {
        private final Elevator elevator;
        private final ReferenceDeadline reference;
        private final TestRequests requests = new TestRequests(TestRequests.LIMITS);
        private final IdentityHashMap<Request, ReferenceDeadline.Item> items = new IdentityHashMap<>();
        private final List<Request> withDriver = new ArrayList<>();
        private long nowNs;

        Pair(Elevator elevator, ReferenceDeadline reference) {
            this.elevator = elevator;
            this.reference = reference;
        }

        void step(SchedulerStep step) {
            nowNs += step.laterNs();
            switch (step.kind()) {
                case SUBMIT -> submit(step.bio());
                case INSERT_AT_HEAD -> insert(step.bio(), true);
                case DISPATCH -> dispatch();
                case COMPLETE -> complete(step.pick());
                case REQUEUE -> requeue(step.pick());
            }
            assertThat(elevator.size()).isEqualTo(reference.size());
        }

        private void submit(Bio bio) {
            boolean merged = elevator.merge(TestRequests.LIMITS, bio, 0, nowNs);
            assertThat(merged).isEqualTo(reference.merge(bio));
            takeJoined();
            if (!merged) {
                insert(bio, false);
            }
        }

        private void insert(Bio bio, boolean atHead) {
            Request request = requests.request(bio);
            ReferenceDeadline.Item item = reference.item(bio);
            items.put(request, item);
            boolean waits = elevator.insert(TestRequests.LIMITS, request, atHead, nowNs);
            assertThat(waits).isEqualTo(reference.insert(item, atHead, nowNs));
            takeJoined();
            if (!waits) {
                elevator.finished(request);
            }
        }

        private void takeJoined() {
            for (Request joined = elevator.takeJoined(); joined != null; joined = elevator.takeJoined()) {
                assertThat(items.get(joined).gone).isTrue();
                elevator.finished(joined);
            }
        }

        private boolean dispatch() {
            Request request = elevator.dispatch(0, nowNs);
            ReferenceDeadline.Item item = reference.dispatch(nowNs);
            assertThat(request == null).isEqualTo(item == null);
            if (request == null) {
                return false;
            }
            assertThat(items.get(request)).isSameAs(item);
            assertThat(request.bios()).containsExactlyElementsOf(item.bios);
            request.started(0, nowNs);
            withDriver.add(request);
            return true;
        }

        private void complete(int pick) {
            if (!withDriver.isEmpty()) {
                Request request = withDriver.remove(pick % withDriver.size());
                TestRequests.complete(elevator, request, nowNs);
                reference.completed(items.get(request));
            }
        }

        private void requeue(int pick) {
            if (!withDriver.isEmpty()) {
                Request request = withDriver.remove(pick % withDriver.size());
                boolean atHead = pick % 2 == 0 || elevator instanceof DeadlineElevator; // as elv_requeue_request does
                request.requeued(0, nowNs);
                elevator.requeued(request, nowNs);
                assertThat(elevator.insert(TestRequests.LIMITS, request, atHead, nowNs))
                        .isEqualTo(reference.insert(items.get(request), atHead, nowNs));
            }
        }

        void drain() {
            while (elevator.hasWork(0) || !withDriver.isEmpty()) {
                if (!dispatch()) {
                    assertThat(withDriver).isNotEmpty(); // or something waits for ever
                    complete(0);
                }
            }
            assertThat(reference.size()).isZero();
            assertThat(elevator.takeJoined()).isNull();
        }
    }
}
