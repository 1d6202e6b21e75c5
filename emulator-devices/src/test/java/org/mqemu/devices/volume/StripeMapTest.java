package org.mqemu.devices.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StripeMapTest {

    /** Deals the volume's sectors out chunk by chunk, as one would by hand: the members' sectors, in order. */
    private static List<List<Integer>> deal(int members, int chunk, int memberSectors) {
        List<List<Integer>> dealt = new ArrayList<>();
        for (int m = 0; m < members; m++) {
            dealt.add(new ArrayList<>());
        }
        int sector = 0;
        for (int row = 0; row < memberSectors / chunk; row++) {
            for (int m = 0; m < members; m++) {
                for (int i = 0; i < chunk; i++) {
                    dealt.get(m).add(sector++);
                }
            }
        }
        return dealt;
    }

    @Property(tries = 300)
    void shouldMapEverySectorToOneSectorOfOneMember(
            @ForAll @IntRange(min = 1, max = 7) int members,
            @ForAll @IntRange(min = 1, max = 9) int chunk,
            @ForAll @IntRange(min = 9, max = 60) int memberSectors) {
        StripeMap map = new StripeMap(members, chunk, memberSectors);
        List<List<Integer>> dealt = deal(members, chunk, memberSectors);
        assertThat(map.capacitySectors())
                .isEqualTo(dealt.stream().mapToInt(List::size).sum());
        for (int m = 0; m < members; m++) {
            for (int i = 0; i < dealt.get(m).size(); i++) {
                int sector = dealt.get(m).get(i);
                assertThat(map.memberOf(sector)).isEqualTo(m);
                assertThat(map.memberSectorOf(sector)).isEqualTo(i);
            }
        }
    }

    @Property(tries = 300)
    void shouldCoverACommandExactlyWithItsParts(
            @ForAll @IntRange(min = 1, max = 7) int members,
            @ForAll @IntRange(min = 1, max = 9) int chunk,
            @ForAll @IntRange(min = 0, max = 200) int first,
            @ForAll @IntRange(min = 1, max = 200) int sectors) {
        StripeMap map = new StripeMap(members, chunk, 1_000);
        List<List<Integer>> dealt = deal(members, chunk, 1_000);
        for (int m = 0; m < members; m++) {
            List<Integer> part = dealt.get(m).stream()
                    .filter(s -> s >= first && s < first + sectors)
                    .toList();
            int from = (int) map.below(m, first);
            int to = (int) map.below(m, (long) first + sectors);
            assertThat(dealt.get(m).subList(from, to)).isEqualTo(part);
        }
    }

    @Property(tries = 300)
    void shouldTellACommandInOneChunkFromOneThatCrosses(
            @ForAll @IntRange(min = 1, max = 9) int chunk,
            @ForAll @IntRange(min = 0, max = 100) int first,
            @ForAll @IntRange(min = 1, max = 20) int sectors) {
        StripeMap map = new StripeMap(3, chunk, 1_000);
        assertThat(map.inOneChunk(first, sectors)).isEqualTo(first / chunk == (first + sectors - 1) / chunk);
    }

    @Test
    void shouldNotUseWhatIsLeftBehindTheLastWholeChunk() {
        assertThat(new StripeMap(3, 128, 1_000).capacitySectors()).isEqualTo(3 * 7 * 128);
    }

    @Test
    void shouldMapVeryLargeVolumesAndLengths() {
        StripeMap map = new StripeMap(StripeMap.MAX_MEMBERS, 8, Long.MAX_VALUE / StripeMap.MAX_MEMBERS);
        long last = map.capacitySectors() - 1;
        assertThat(map.memberOf(last)).isEqualTo(1_023);
        assertThat(map.below(1_023, last) + 1).isEqualTo(map.capacitySectors() / 1_024);
        assertThat(map.inOneChunk(7, Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldRefuseParametersOutsideTheirRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StripeMap(0, 8, 8))
                .withMessageContaining("members");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StripeMap(1, 0, 8))
                .withMessageContaining("chunkSectors");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StripeMap(1, 8, 7))
                .withMessageContaining("memberSectors must be between 8");
    }
}
