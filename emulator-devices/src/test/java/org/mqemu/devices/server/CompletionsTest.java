package org.mqemu.devices.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CompletionsTest {

    @Property(tries = 200)
    void shouldCountAsAListOfAllEndsWould(
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 40) Integer> gaps,
            @ForAll @IntRange(min = 0, max = 60) int serviceNs) {
        Completions completions = new Completions();
        FifoServer server = new FifoServer();
        List<Long> ends = new ArrayList<>();
        long nowNs = 0;
        for (int gap : gaps) {
            nowNs += gap;
            long endNs = server.serve(nowNs, serviceNs);
            completions.add(nowNs, endNs);
            ends.add(endNs);
            for (long atNs = nowNs; atNs < nowNs + 100; atNs += 7) {
                long at = atNs;
                assertThat(completions.inFlight(atNs))
                        .isEqualTo((int) ends.stream().filter(e -> e > at).count());
            }
        }
    }

    @Test
    void shouldKeepOrderWhenItGrowsInMidRing() {
        Completions completions = new Completions();
        for (int i = 0; i < 8; i++) {
            completions.add(0, 10 + i);
        }
        for (int i = 8; i < 40; i++) {
            completions.add(13, 10 + i);
        }
        assertThat(completions.inFlight(13)).isEqualTo(36);
        assertThat(completions.inFlight(17)).isEqualTo(32);
        assertThat(completions.inFlight(48)).isEqualTo(1);
        assertThat(completions.inFlight(49)).isZero();
    }

    @Test
    void shouldRefuseAJobThatOvertakes() {
        Completions completions = new Completions();
        completions.add(0, 10);
        assertThatIllegalStateException()
                .isThrownBy(() -> completions.add(1, 9))
                .withMessageContaining("overtakes");
    }
}
