package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.typed.PostStop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTest {
    private final List<String> reported = new ArrayList<>();
    private final FailureLog failures = new FailureLog();
    private final Probe probe = Probe.withId(1);
    private boolean wanted = true;

    private final BehaviorTestKit<Envelope> kit =
            BehaviorTestKit.create(new Shell(probe, failures, new Shell.Handled() {
                @Override
                public boolean before(Component component, Envelope envelope) {
                    reported.add("before " + component + " " + envelope.atNs);
                    return wanted;
                }

                @Override
                public void after(Component component, Envelope envelope) {
                    reported.add("after " + component + " " + envelope.atNs);
                }
            }));

    @Test
    void aMessageIsHandledAtItsTimeAndReported() {
        kit.run(Probe.envelope(probe, "hello", 17, 0, 0));
        assertThat(probe.seen).containsExactly("17 hello");
        assertThat(probe.nowNs()).isEqualTo(17);
        assertThat(reported).containsExactly("before probe1 17", "after probe1 17");
    }

    @Test
    void timeDoesNotGoBackInAComponent() {
        kit.run(Probe.envelope(probe, "a", 17, 0, 0));
        kit.run(Probe.envelope(probe, "b", 9, 0, 1));
        assertThat(probe.seen).containsExactly("17 a", "17 b");
    }

    @Test
    void aSelfEventOfAnOldGenerationIsDropped() {
        kit.run(new Envelope(probe, null, 5, 1, probe.selfGeneration() - 1L));
        assertThat(probe.seen).isEmpty();
        kit.run(new Envelope(probe, null, 6, 1, probe.selfGeneration()));
        assertThat(probe.seen).containsExactly("6 self");
    }

    @Test
    void whatTheClockDoesNotWantIsNotHandledButReported() {
        wanted = false;
        kit.run(Probe.envelope(probe, "hello", 17, 0, 0));
        assertThat(probe.seen).isEmpty();
        assertThat(reported).containsExactly("before probe1 17", "after probe1 17");
    }

    @Test
    void anExceptionIsRecordedAndTheActorLives() {
        probe.onMessage((p, text) -> {
            throw new StackOverflowError("deep");
        });
        kit.run(Probe.envelope(probe, "x", 17, 0, 0));
        probe.onMessage((p, text) -> {});
        kit.run(Probe.envelope(probe, "y", 18, 0, 1));
        assertThat(kit.isAlive()).isTrue();
        assertThat(failures.first()).hasMessage("probe1 failed at 17 ns: deep");
        assertThat(reported).containsSequence("before probe1 17", "after probe1 17", "before probe1 18");
        assertThat(probe.seen).containsExactly("17 x", "18 y");
    }

    @Test
    void onlyTheFirstFailureIsKept() {
        failures.record(probe, 1, new IllegalStateException("first"));
        failures.record(probe, 2, new IllegalStateException("second"));
        assertThat(failures.first()).hasMessageEndingWith("first");
        assertThat(failures.any()).isTrue();
    }

    @Test
    void signalsAreNoMatterOfTheComponent() {
        kit.signal(PostStop.instance());
        assertThat(probe.seen).isEmpty();
        assertThat(reported).isEmpty();
    }
}
