package org.mqemu.blkmq.elevator.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.support.TestQueue;

class HeadDistanceTest {
    private static final int BACK_MAX = 200;
    private static final int PENALTY = 2;

    /** Forward by distance, a little back at a penalty, and else from the first sector on. */
    private static Comparator<Integer> byCost(int head) {
        return Comparator.<Integer>comparingInt(sector -> sector + BACK_MAX < head ? 1 : 0)
                .thenComparingInt(sector -> {
                    if (sector >= head) {
                        return sector - head;
                    }
                    return sector + BACK_MAX < head ? sector : (head - sector) * PENALTY;
                })
                .thenComparing(Comparator.reverseOrder());
    }

    @Property(tries = 300)
    void shouldPreferTheRequestThatCostsLeast(
            @ForAll @IntRange(max = 1000) int head,
            @ForAll @Size(min = 1, max = 20) @UniqueElements List<@IntRange(max = 1000) Integer> sectors) {
        HeadDistance distance = new HeadDistance(head, BACK_MAX, PENALTY);
        Waiting nearest = null;
        for (int sector : sectors) {
            nearest = distance.nearer(nearest, waiting(sector));
        }

        assertThat(nearest).isNotNull();
        assertThat(nearest.request().sector())
                .isEqualTo(sectors.stream().min(byCost(head)).orElseThrow().longValue());
    }

    @Property(tries = 300)
    void shouldGoOnWithANeighbourOfTheRequestThatLeaves(
            @ForAll @Size(min = 1, max = 20) @UniqueElements List<@IntRange(max = 1000) Integer> sectors) {
        SortedRequests<Waiting> requests = new SortedRequests<>();
        List<Waiting> all = sectors.stream().map(HeadDistanceTest::waiting).toList();
        all.forEach(waiting -> requests.add(waiting, 0));
        int leaving = sectors.get(0);

        Waiting next = new HeadDistance(leaving, BACK_MAX, PENALTY).next(requests, all.get(0));

        Integer expected = sectors.stream()
                .filter(sector -> sector != leaving)
                .min(byCost(leaving))
                .orElse(null);
        assertThat(next == null ? null : (int) next.request().sector()).isEqualTo(expected);
    }

    private static Waiting waiting(int sector) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, sector, 1);
        Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1)), -1);
        request.init(bio, 0, 0);
        return new Waiting(request);
    }

    private static final class Waiting extends WaitingRequest {
        Waiting(Request request) {
            super(request);
        }
    }
}
