package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KyberThrottleTest {
    private static final long MS = 1_000_000L;

    private final List<KyberTokens> tokens = new ArrayList<>();
    private final KyberThrottle throttle;

    KyberThrottleTest() {
        for (KyberDomain domain : KyberDomain.ALL) {
            tokens.add(new KyberTokens(domain.maxDepth(), 1));
        }
        throttle = new KyberThrottle(tokens);
    }

    private int depth(KyberDomain domain) {
        return tokens.get(domain.ordinal()).depth();
    }

    /** Ends requests with latencies in quarters of the target. */
    private void end(KyberDomain domain, int count, int wholeQuarters, int ioQuarters, long nowNs) {
        long quarter = domain.targetNs() / 4;
        for (int i = 0; i < count; i++) {
            throttle.completed(domain, domain.targetNs(), wholeQuarters * quarter, ioQuarters * quarter, nowNs);
        }
    }

    @Test
    void shouldThrottleDomainsWithGoodLatenciesWhenTheDeviceIsCongested() {
        end(KyberDomain.READ, 500, 8, 8, 0);
        end(KyberDomain.WRITE, 500, 2, 1, 0);

        throttle.catchUp(100 * MS - 1);
        assertThat(depth(KyberDomain.WRITE)).isEqualTo(128);
        throttle.catchUp(100 * MS);

        assertThat(depth(KyberDomain.WRITE)).isEqualTo(64);
        assertThat(depth(KyberDomain.READ)).isEqualTo(256);
    }

    @Test
    void shouldNotThrottleWithoutCongestion() {
        end(KyberDomain.READ, 500, 4, 4, 0);
        end(KyberDomain.WRITE, 500, 1, 1, 0);

        throttle.catchUp(100 * MS);

        assertThat(depth(KyberDomain.READ)).isEqualTo(256);
        assertThat(depth(KyberDomain.WRITE)).isEqualTo(128);
    }

    @Test
    void shouldLetADomainGrowAgainThatMissesItsTarget() {
        tokens.get(KyberDomain.WRITE.ordinal()).resize(20);
        end(KyberDomain.WRITE, 500, 6, 1, 0);

        throttle.catchUp(100 * MS);

        assertThat(depth(KyberDomain.WRITE)).isEqualTo(30);
    }

    @Test
    void shouldNeverThrottleBelowOneRequest() {
        tokens.get(KyberDomain.WRITE.ordinal()).resize(2);
        end(KyberDomain.READ, 500, 8, 8, 0);
        end(KyberDomain.WRITE, 500, 1, 1, 0);

        throttle.catchUp(100 * MS);

        assertThat(depth(KyberDomain.WRITE)).isEqualTo(1);
    }

    @Test
    void shouldRememberALatencyUntilTheDeviceIsCongested() {
        end(KyberDomain.WRITE, 500, 2, 1, 0);
        throttle.catchUp(100 * MS);
        end(KyberDomain.READ, 500, 8, 8, 200 * MS);

        throttle.catchUp(300 * MS);
        assertThat(depth(KyberDomain.WRITE)).isEqualTo(64);
        end(KyberDomain.READ, 500, 8, 8, 400 * MS);
        throttle.catchUp(500 * MS);

        assertThat(depth(KyberDomain.WRITE)).isEqualTo(64); // used once
    }

    @Test
    void shouldLookAHundredMillisecondsAfterTheFirstRequestThatEndsAgain() {
        end(KyberDomain.WRITE, 1, 1, 1, 0);
        throttle.catchUp(100 * MS);
        end(KyberDomain.READ, 500, 8, 8, 150 * MS);
        end(KyberDomain.WRITE, 499, 1, 1, 200 * MS);

        throttle.catchUp(250 * MS - 1);
        assertThat(depth(KyberDomain.WRITE)).isEqualTo(128);
        throttle.catchUp(250 * MS);

        assertThat(depth(KyberDomain.WRITE)).isEqualTo(32);
    }

    /** Looks late, when something happens, but decides as a timer that is punctual: against a timer that is. */
    @Property(tries = 200)
    void shouldDecideAsAPunctualTimerWould(
            @ForAll @Size(min = 20, max = 60) List<@IntRange(min = 0, max = 1_000_000) Integer> numbers) {
        KyberThrottleTest fresh = new KyberThrottleTest(); // jqwik keeps one instance for all tries
        ReferenceKyberTimer reference = new ReferenceKyberTimer();
        long nowNs = 0;
        for (int number : numbers) {
            nowNs += number % 13 * 20 * MS;
            KyberDomain domain = KyberDomain.ALL.get(number / 13 % 4);
            int count = number / 52 % 5 == 0 ? 1 + number % 3 : 100 + number % 500;
            int whole = number / 260 % 9;
            int io = number / 2340 % (whole + 1);
            reference.fireUpTo(nowNs);
            fresh.end(domain, count, whole, io, nowNs);
            for (int i = 0; i < count; i++) {
                reference.ended(domain, whole, io, nowNs);
            }
            for (KyberDomain other : KyberDomain.ALL) {
                if (other.isWatched() && domain.isWatched()) {
                    assertThat(fresh.depth(other)).isEqualTo(reference.depth(other));
                }
            }
        }
        fresh.throttle.catchUp(nowNs + 1000 * MS);
        reference.fireUpTo(nowNs + 1000 * MS);
        assertThat(fresh.depth(KyberDomain.READ)).isEqualTo(reference.depth(KyberDomain.READ));
        assertThat(fresh.depth(KyberDomain.WRITE)).isEqualTo(reference.depth(KyberDomain.WRITE));
        assertThat(fresh.depth(KyberDomain.DISCARD)).isEqualTo(reference.depth(KyberDomain.DISCARD));
    }
}
