package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import akka.actor.PoisonPill;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mqemu.api.random.RandomStream;

@Timeout(60)
class VirtualClockTest {
    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);

    private Probe add(String name) {
        return emulation.add(name, Probe.unnamed());
    }

    @Test
    void messagesComeByTimeThenSenderThenSequence() {
        Probe receiver = add("receiver");
        Probe a = add("a");
        Probe b = add("b");
        Probe end = add("end").onSelf(Probe::end);
        b.onStart(p -> {
            p.say(receiver, "b0", 100);
            p.say(receiver, "b1", 100);
            p.say(receiver, "b2", 50);
        });
        a.onStart(p -> {
            p.say(receiver, "a0", 100);
            p.say(receiver, "a1", 5_000_000_000L);
            p.say(receiver, "a2", 99);
        });
        end.onStart(p -> p.arm(6_000_000_000L));
        RunResult result = emulation.run();
        assertThat(receiver.seen).containsExactly("50 b2", "99 a2", "100 a0", "100 b0", "100 b1", "5000000000 a1");
        assertThat(result.emulatedNs()).isEqualTo(6_000_000_000L);
        assertThat(result.deliveries()).isEqualTo(7);
        assertThat(result.interrupted()).isFalse();
        assertThat(result.lateness().trusted()).isTrue();
    }

    @Test
    void aSelfEventComesBeforeWhatItsComponentSentForThatTime() {
        Probe probe = add("probe");
        probe.onStart(p -> {
            p.say(p, "message", 10);
            p.arm(10);
        });
        probe.onMessage((p, text) -> p.end());
        emulation.run();
        assertThat(probe.seen).containsExactly("10 self", "10 message");
    }

    @Test
    void aSelfEventWaitsForTheMessagesOfSmallerIds() {
        Probe first = add("first");
        Probe second = add("second");
        first.onStart(p -> p.say(second, "message", 10));
        second.onStart(p -> p.arm(10)).onSelf(Probe::end);
        emulation.run();
        assertThat(second.seen).containsExactly("10 message", "10 self");
    }

    @Test
    void onlyTheLastArmingFires() {
        Probe probe = add("probe");
        probe.onStart(p -> {
            p.arm(10);
            p.arm(30);
            p.arm(20);
        });
        probe.onSelf(p -> {
            if (p.nowNs() == 20) {
                p.arm(40);
                p.disarm();
                p.arm(50);
            } else {
                p.end();
            }
        });
        emulation.run();
        assertThat(probe.seen).containsExactly("20 self", "50 self");
    }

    @Test
    void aHandlerRunsToItsEndBeforeTheReceiverOfWhatItSends() {
        List<String> order = new ArrayList<>();
        Probe a = add("a");
        Probe b = add("b");
        a.onStart(p -> p.arm(5)).onSelf(p -> {
            p.say(b, "now", 5);
            order.add("a is done");
        });
        b.onMessage((p, text) -> {
            order.add("b has it");
            p.end();
        });
        emulation.run();
        assertThat(order).containsExactly("a is done", "b has it");
    }

    @Test
    void theOrderInWhichComponentsAreSpawnedAndStartedDoesNotMatter() {
        List<String> reference = shuffledRun(new Random(0));
        assertThat(reference).hasSizeGreaterThan(500);
        for (int i = 1; i < 5; i++) {
            assertThat(shuffledRun(new Random(i))).isEqualTo(reference);
        }
    }

    /** Eight components that talk to each other at times that often coincide. */
    private static List<String> shuffledRun(Random shuffle) {
        ActorTestKit kit = ActorTestKit.create(ConfigFactory.load("mqemu-akka"));
        try {
            FailureLog failures = new FailureLog();
            VirtualClock clock = new VirtualClock(failures, Pace.NONE);
            List<Probe> probes = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Probe probe = Probe.unnamed();
                probe.bind(i, "p" + i, clock, RandomStream.of(9, "p" + i));
                probes.add(probe);
                probe.onStart(p -> p.arm(p.id() % 3));
                probe.onSelf(p -> chatter(p, probes));
                probe.onMessage((p, text) -> {
                    if (p.dice().nextBelow(4) == 0) {
                        p.say(probes.get((int) p.dice().nextBelow(8)), text + p.id(), p.nowNs());
                    }
                });
            }
            List<Probe> order = new ArrayList<>(probes);
            Collections.shuffle(order, shuffle);
            order.forEach(p -> p.spawned(kit.spawn(
                    new Shell(p, failures, clock.handled(p)),
                    p.name(),
                    DispatcherSelector.fromConfig("mqemu.inline-dispatcher"))));
            Collections.shuffle(order, shuffle);
            order.forEach(Probe::start);
            clock.run();
            assertThat(failures.first()).isNull();
            List<String> seen = new ArrayList<>();
            probes.forEach(p -> seen.addAll(p.seen));
            return seen;
        } finally {
            kit.shutdownTestKit();
        }
    }

    private static void chatter(Probe p, List<Probe> probes) {
        if (p.nowNs() > 1_000) {
            p.end();
            return;
        }
        for (int i = 0; i < 3; i++) {
            p.say(
                    probes.get((int) p.dice().nextBelow(8)),
                    p.name(),
                    p.nowNs() + p.dice().nextBelow(4) * 5);
        }
        p.arm(p.nowNs() + 10 + p.dice().nextBelow(3) * 10);
    }

    @Test
    void anExceptionInAMessageHandlerFailsTheRun() {
        Probe bad = add("sda");
        bad.onStart(p -> p.say(p, "x", 1_234)).onMessage((p, text) -> {
            throw new IllegalArgumentException("no such tag");
        });
        EmulationFailure failure = failure();
        assertThat(failure)
                .hasMessage("sda failed at 1234 ns: no such tag")
                .hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(failure.component()).isEqualTo("sda");
        assertThat(failure.atNs()).isEqualTo(1_234);
    }

    @Test
    void anExceptionInASelfEventFailsTheRun() {
        add("cpu0").onStart(p -> p.arm(77)).onSelf(p -> {
            throw new AssertionError("stack empty");
        });
        assertThat(failure()).hasMessage("cpu0 failed at 77 ns: stack empty");
    }

    @Test
    void anExceptionAtTheStartFailsTheRun() {
        add("cpu0").onStart(p -> {
            throw new IllegalStateException("no queue");
        });
        assertThat(failure()).hasMessage("cpu0 failed at 0 ns: no queue");
    }

    @Test
    void aSelfEventThatNobodyHandlesFailsTheRun() {
        Component deaf = new Component() {
            @Override
            protected void onStart() {
                armSelf(3);
            }
        };
        emulation.add("deaf", deaf);
        assertThat(failure()).hasMessageContaining("deaf failed at 3 ns");
    }

    @Test
    void aRunInWhichNothingIsLeftToHappenFails() {
        add("cpu0").onStart(p -> p.arm(40));
        EmulationFailure failure = failure();
        assertThat(failure).hasMessageContaining("the run stalled");
        assertThat(failure.component()).isEqualTo("clock");
        assertThat(failure.atNs()).isEqualTo(40);
    }

    @Test
    void sendingIntoThePastFails() {
        Probe a = add("a");
        a.onStart(p -> p.arm(40)).onSelf(p -> p.say(p, "x", 39));
        assertThat(failure()).hasMessageContaining("a failed at 40 ns: a sends Say[text=x] in the past");
    }

    @Test
    void armingInThePastOrBeyondTheEndOfTimeFails() {
        Probe a = add("a").onStart(p -> p.arm(40)).onSelf(p -> {
            assertThatThrownBy(() -> p.arm(39)).hasMessageContaining("in the past");
            assertThatThrownBy(() -> p.arm(1L << 47)).hasMessageContaining("beyond the end of time");
            assertThatThrownBy(() -> p.say(p, "x", Long.MAX_VALUE)).hasMessageContaining("beyond the end of time");
            p.end();
        });
        emulation.run();
        assertThat(a.seen).containsExactly("40 self");
    }

    @Test
    void aMessageThatAStoppedActorDoesNotTakeFailsTheRun() {
        Probe victim = add("victim");
        Probe killer = add("killer");
        killer.onStart(p -> p.arm(10)).onSelf(p -> {
            Adapter.toClassic(victim.actor()).tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
            p.say(victim, "are you there", 20);
        });
        assertThat(failure()).hasMessageContaining("victim failed at 20 ns: a message was not taken");
    }

    @Test
    void aMessageToAComponentOfNoEmulationFailsTheRun() {
        Probe stranger = Probe.withId(5);
        add("a").onStart(p -> p.say(stranger, "hello", 10));
        assertThat(failure()).hasMessageContaining("probe5 failed at 10 ns");
    }

    @Test
    void anInterruptEndsTheRunAndIsMarked() {
        List<String> audited = new ArrayList<>();
        Component endless = new Component() {
            @Override
            protected void onStart() {
                armSelf(1);
            }

            @Override
            protected void onSelf() {
                if (nowNs() == 10_000) {
                    emulation.interrupt();
                }
                armSelf(nowNs() + 1);
            }

            @Override
            protected void audit(Audit audit) {
                audited.add(name());
            }
        };
        emulation.add("endless", endless);
        RunResult result = emulation.run();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.emulatedNs()).isBetween(10_000L, 10_600L);
        assertThat(audited).as("an interrupted run holds what it holds").isEmpty();
    }

    @Test
    void whatComponentsStillHoldIsReported() {
        Component leaky = new Component() {
            @Override
            protected void onStart() {
                armSelf(1);
            }

            @Override
            protected void onSelf() {
                endRun();
            }

            @Override
            protected void audit(Audit audit) {
                audit.mustBeZero(this, "tags in use", 3);
                audit.mustBeZero(this, "commands open", 0);
            }
        };
        emulation.add("tags", leaky);
        assertThat(emulation.run().leftOver()).containsExactly("tags: 3 tags in use");
    }

    @Test
    void aPacedRunHasTheSameResultAndCanBeInterruptedWhileItWaits() throws InterruptedException {
        Emulation paced = new Emulation(1, new ClockSettings(ClockKind.PACED, 1_000));
        paced.add("slow", Probe.unnamed().onStart(p -> p.arm(3_600_000_000_000L)));
        Thread interrupter = new Thread(paced::interrupt);
        Probe starter = paced.add("starter", Probe.unnamed());
        starter.onStart(p -> p.arm(10)).onSelf(p -> interrupter.start());
        RunResult result = paced.run();
        interrupter.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(result.interrupted()).isTrue();
        assertThat(starter.seen).containsExactly("10 self");
    }

    private EmulationFailure failure() {
        return catchThrowableOfType(EmulationFailure.class, emulation::run);
    }
}
