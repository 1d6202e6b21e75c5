package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import akka.actor.PoisonPill;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RealTimeClockTest {
    private static final double FAST = 10;
    private static final String THREADS = "mqemu.concurrent-dispatcher.threads";

    private final Emulation emulation = new Emulation(1, new ClockSettings(ClockKind.REAL_TIME, FAST));

    private Probe add(String name) {
        return emulation.add(name, Probe.unnamed());
    }

    @Test
    void deliversAtTheEmulatedTimeInOrder() {
        Probe receiver = add("receiver");
        Probe a = add("a");
        a.onStart(p -> {
            p.say(receiver, "third", 2_000_000);
            p.say(receiver, "second", 30_000);
            p.say(receiver, "first", 0);
        });
        receiver.onMessage((p, text) -> {
            if (text.equals("third")) {
                p.end();
            }
        });
        RunResult result = emulation.run();
        assertThat(receiver.seen).containsExactly("0 first", "30000 second", "2000000 third");
        assertThat(result.emulatedNs()).isEqualTo(2_000_000);
        assertThat(result.wallNs()).isGreaterThanOrEqualTo(20_000_000);
        assertThat(result.effectiveTdf()).isGreaterThanOrEqualTo(FAST);
        assertThat(result.deliveries()).isEqualTo(3);
        assertThat(result.lateness().deliveries()).isEqualTo(3);
        assertThat(emulation.concurrent()).isTrue();
        assertThat(emulation.nowNs()).isEqualTo(2_000_000);
    }

    @Test
    void onlyTheLastArmingFires() {
        Probe probe = add("probe");
        probe.onStart(p -> {
            p.arm(10_000);
            p.arm(30_000);
            p.arm(20_000);
        });
        probe.onSelf(p -> {
            if (p.nowNs() == 20_000) {
                p.arm(20_000);
                p.disarm();
                p.arm(40_000);
                p.disarm();
                p.arm(50_000);
            } else {
                p.end();
            }
        });
        RunResult result = emulation.run();
        assertThat(probe.seen).containsExactly("20000 self", "50000 self");
        assertThat(result.deliveries()).isEqualTo(2);
    }

    @Test
    void whatHasNoDelayIsToldAtOnce() {
        Probe b = add("b");
        Probe a = add("a");
        a.onStart(p -> p.arm(1_000)).onSelf(p -> p.say(b, "ping", p.nowNs()));
        b.onMessage((p, text) -> {
            if (p.seen.size() == 1_000) {
                p.end();
            } else {
                p.say(p, "pong", p.nowNs());
            }
        });
        RunResult result = emulation.run();
        assertThat(b.seen).hasSize(1_000).allMatch(s -> s.startsWith("1000 "));
        assertThat(result.emulatedNs()).isEqualTo(1_000);
    }

    /** Tokens go round with random delays until each has made its rounds; none may be lost or doubled. */
    @ParameterizedTest
    @ValueSource(doubles = {0, FAST, 100})
    void tokensInARingAreConserved(double tdf) {
        Ring ring = new Ring(new Emulation(3, new ClockSettings(ClockKind.REAL_TIME, tdf)), 12, 24, 500);
        RunResult result = ring.emulation.run();
        assertThat(ring.arrived()).isEqualTo(24);
        assertThat(ring.hops()).isEqualTo(24 * 500);
        assertThat(ring.nodes).allMatch(node -> node.monotone);
        assertThat(result.lateness().deliveries()).isPositive();
        assertThat(result.leftOver()).isEmpty();
    }

    /** The accounting must not depend on there being one thread. */
    @Test
    void tokensAreConservedWithManyThreads() {
        System.setProperty(THREADS, "4");
        ConfigFactory.invalidateCaches();
        try {
            for (int i = 0; i < 5; i++) {
                Ring ring = new Ring(new Emulation(i, new ClockSettings(ClockKind.REAL_TIME, FAST)), 12, 48, 100);
                RunResult result = ring.emulation.run();
                assertThat(ring.arrived()).isEqualTo(48);
                assertThat(ring.hops()).isEqualTo(48 * 100);
                assertThat(ring.nodes).allMatch(node -> node.monotone);
                assertThat(result.deliveries()).isEqualTo(48L * 101);
            }
        } finally {
            System.clearProperty(THREADS);
            ConfigFactory.invalidateCaches();
        }
    }

    @Test
    void anOrderInsensitiveModelGivesWhatTheVirtualClockGives() {
        Ring real = new Ring(new Emulation(5, new ClockSettings(ClockKind.REAL_TIME, FAST)), 8, 8, 300);
        Ring virtual = new Ring(new Emulation(5, ClockSettings.VIRTUAL), 8, 8, 300);
        RunResult realResult = real.emulation.run();
        RunResult virtualResult = virtual.emulation.run();
        assertThat(real.hops()).isEqualTo(virtual.hops());
        assertThat(real.travelled()).isEqualTo(virtual.travelled());
        assertThat(realResult.emulatedNs()).isEqualTo(virtualResult.emulatedNs());
        assertThat(realResult.deliveries()).isEqualTo(virtualResult.deliveries());
    }

    @Test
    void nothingIsHandledAfterTheEnd() {
        Probe a = add("a");
        Probe b = add("b");
        a.onStart(p -> p.arm(1_000)).onSelf(p -> {
            p.end();
            for (int i = 0; i < 100; i++) {
                p.say(b, "late", p.nowNs());
                p.say(b, "later", p.nowNs() + i);
            }
        });
        b.onMessage((p, text) -> p.say(p, "more", p.nowNs()));
        RunResult result = emulation.run();
        int seen = b.seen.size();
        assertThat(result.emulatedNs()).isEqualTo(1_000);
        assertThat(result.interrupted()).isFalse();
        assertThat(b.seen).hasSize(seen);
    }

    @Test
    void aFailureStopsTheRun() {
        Ring ring = new Ring(emulation, 6, 6, Integer.MAX_VALUE);
        Probe bad = add("sda");
        bad.onStart(p -> p.arm(20_000)).onSelf(p -> {
            throw new IllegalArgumentException("no such tag");
        });
        EmulationFailure failure = failure();
        assertThat(failure)
                .hasMessage("sda failed at 20000 ns: no such tag")
                .hasCauseInstanceOf(IllegalArgumentException.class);
        long hops = ring.hops();
        assertThat(hops).isPositive();
        assertThat(ring.hops()).isEqualTo(hops);
    }

    @Test
    void aFailureAtTheStartStopsTheRun() {
        Probe other = add("other").onStart(p -> p.arm(0));
        add("cpu0").onStart(p -> {
            throw new IllegalStateException("no queue");
        });
        assertThat(failure()).hasMessage("cpu0 failed at 0 ns: no queue");
        assertThat(other.seen).isEmpty();
    }

    @Test
    void aMessageThatAStoppedActorDoesNotTakeFailsTheRun() {
        Probe victim = add("victim");
        add("killer").onStart(p -> p.arm(10)).onSelf(p -> {
            Adapter.toClassic(victim.actor()).tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
            p.say(victim, "are you there", 20_000);
        });
        assertThat(failure()).hasMessageContaining("victim failed at 20000 ns: a message was not taken");
    }

    @Test
    void aMessageToAComponentOfNoEmulationFailsTheRun() {
        Probe stranger = Probe.withId(5);
        add("a").onStart(p -> p.say(stranger, "hello", 10));
        assertThat(failure()).hasMessageContaining("probe5 failed at 10 ns");
        Emulation second = new Emulation(1, new ClockSettings(ClockKind.REAL_TIME, FAST));
        second.add("a", Probe.unnamed().onStart(p -> p.arm(10)).onSelf(p -> p.say(stranger, "hello", 10)));
        assertThat(catchThrowableOfType(EmulationFailure.class, second::run)).hasMessageContaining("a failed at 10 ns");
    }

    @Test
    void aRunInWhichNothingIsLeftToHappenFails() {
        add("cpu0").onStart(p -> p.arm(40));
        EmulationFailure failure = failure();
        assertThat(failure).hasMessage("clock failed at 40 ns: the run stalled: nothing is left to happen");
    }

    @Test
    void aSlowHandlerIsNoStall() {
        Probe b = add("b").onMessage((p, text) -> p.end());
        add("a").onStart(p -> p.arm(40)).onSelf(p -> {
            LongStream.range(0, 1_000_000).forEach(i -> Thread.onSpinWait());
            p.say(b, "here", p.nowNs() + 10);
        });
        RunResult result = emulation.run();
        assertThat(b.seen).containsExactly("50 here");
        assertThat(result.lateness().maxNs()).as("time stood still").isLessThanOrEqualTo(RealTimeClock.SLACK_NS);
    }

    @Test
    void anInterruptEndsTheRunAndIsMarked() throws InterruptedException {
        Ring ring = new Ring(emulation, 6, 6, Integer.MAX_VALUE);
        Thread interrupter = new Thread(() -> {
            while (emulation.nowNs() < 1_000_000) {
                Thread.onSpinWait();
            }
            emulation.interrupt();
        });
        interrupter.start();
        RunResult result = emulation.run();
        interrupter.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(result.interrupted()).isTrue();
        assertThat(result.emulatedNs()).isGreaterThanOrEqualTo(1_000_000);
        assertThat(ring.hops()).isPositive();
    }

    @Test
    void anInterruptEndsALongWait() throws InterruptedException {
        AtomicBoolean begun = new AtomicBoolean();
        add("slow").onStart(p -> p.arm(3_600_000_000_000L));
        add("starter").onStart(p -> p.arm(0)).onSelf(p -> begun.set(true));
        Thread interrupter = new Thread(() -> {
            while (!begun.get()) {
                Thread.onSpinWait();
            }
            emulation.interrupt();
        });
        interrupter.start();
        RunResult result = emulation.run();
        interrupter.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(result.interrupted()).isTrue();
    }

    @Test
    void akkaIsConfiguredWithOneThreadBesideThePacer() {
        assertThat(ConfigFactory.load("mqemu-akka").getInt(THREADS)).isEqualTo(1);
    }

    private EmulationFailure failure() {
        return catchThrowableOfType(EmulationFailure.class, emulation::run);
    }

    /** Passes tokens round. What a token's journey is depends on the token alone, not on whom it meets. */
    private static final class Ring {
        private final Emulation emulation;
        private final List<Node> nodes = new ArrayList<>();
        private final Probe judge;
        private int home;

        Ring(Emulation emulation, int size, int tokens, int hops) {
            this.emulation = emulation;
            for (int i = 0; i < size; i++) {
                nodes.add(emulation.add("node" + i, new Node(tokens / size, hops)));
            }
            judge = emulation.add("judge", Probe.unnamed());
            judge.onMessage((p, text) -> {
                home++;
                if (home == tokens) {
                    p.end();
                }
            });
            for (int i = 0; i < size; i++) {
                nodes.get(i).next = nodes.get((i + 1) % size);
                nodes.get(i).judge = judge;
            }
        }

        int arrived() {
            return home;
        }

        long hops() {
            return nodes.stream().mapToLong(node -> node.hops).sum();
        }

        long travelled() {
            return nodes.stream().mapToLong(node -> node.travelledNs).sum();
        }
    }

    private interface Passer {
        void pass(Token token);
    }

    private record Token(long state, int left) implements Message<Passer> {
        @Override
        public void deliverTo(Passer target) {
            target.pass(this);
        }
    }

    private static final class Node extends Component implements Passer {
        private final int tokens;
        private final int rounds;
        private Node next;
        private Probe judge;
        private long hops;
        private long travelledNs;
        private long newestNs;
        private boolean monotone = true;

        Node(int tokens, int rounds) {
            this.tokens = tokens;
            this.rounds = rounds;
        }

        @Override
        protected void onStart() {
            for (int i = 0; i < tokens; i++) {
                pass(new Token(random().nextLong(), rounds));
            }
        }

        @Override
        public void pass(Token token) {
            monotone &= nowNs() >= newestNs;
            newestNs = nowNs();
            if (token.left == 0) {
                send(judge.ref(Listener.class), new Listener.Say("home"), nowNs());
                return;
            }
            long state = token.state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            long delayNs = (state >>> 62) == 0 ? 0 : (state >>> 53) * 3;
            hops++;
            travelledNs += delayNs;
            send(next.ref(Passer.class), new Token(state, token.left - 1), nowNs() + delayNs);
        }
    }
}
