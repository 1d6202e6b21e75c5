package org.mqemu.blkmq.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.PLAIN;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.Program;
import org.mqemu.blkmq.topology.Topology;

class SpinLockTest {
    private static final long HOLD_NS = 10_000;
    private static final long INVALIDATION_NS = 25;

    /** Lets CPUs come to a lock one after another while the first one holds it, and returns when each got it. */
    private static List<Long> grants(HostFixture host, SpinLock lock, int cpus) {
        List<Long> grantsNs = new ArrayList<>();
        for (int i = 0; i < cpus; i++) {
            host.thread(
                    i,
                    100L * i,
                    host.program()
                            .lock(lock.lock())
                            .then(cx -> grantsNs.add(cx.nowNs()))
                            .work(HOLD_NS)
                            .unlock(lock.lock()));
        }
        assertThat(host.run().leftOver()).isEmpty();
        return grantsNs;
    }

    @ParameterizedTest
    @CsvSource({"TICKET,0", "TICKET,3", "QSPINLOCK,0", "QSPINLOCK,1"})
    void shouldPayForEachRemainingSpinnerAtAHandOffOfATicketLockOnly(LockKind kind, int dataLines) {
        int cpus = 6;
        HostFixture host = HostFixture.cores(cpus);
        SpinLock lock = host.lock("lock", kind, INVALIDATION_NS, dataLines, false);
        List<Long> grantsNs = grants(host, lock, cpus);
        long expectedNs = SWITCH_NS + (1 + dataLines) * 6L;
        assertThat(grantsNs.get(0)).isEqualTo(expectedNs);
        for (int i = 1; i < cpus; i++) {
            int remaining = cpus - 1 - i;
            expectedNs += HOLD_NS + (1 + dataLines) * 45L + (kind == LockKind.TICKET ? INVALIDATION_NS * remaining : 0);
            assertThat(grantsNs.get(i)).isEqualTo(expectedNs);
        }
    }

    @Test
    void shouldHandOverByDistance() {
        HostFixture host = new HostFixture(new Topology(2, 1, 2, LINE_COSTS), PLAIN, 1);
        SpinLock lock = host.lock("lock", LockKind.QSPINLOCK, 0, 1, false);
        List<Long> grantsNs = grants(host, lock, 4); // CPU 0 and 2 are siblings, 1 and 3 as well
        assertThat(grantsNs.get(1) - grantsNs.get(0)).isEqualTo(HOLD_NS + 2 * 130);
        assertThat(grantsNs.get(2) - grantsNs.get(1)).isEqualTo(HOLD_NS + 2 * 130);
        assertThat(grantsNs.get(3) - grantsNs.get(2)).isEqualTo(HOLD_NS + 2 * 130);
    }

    @Test
    void shouldCountWhatHappens() {
        HostFixture host = HostFixture.cores(3);
        SpinLock lock = host.lock("lock", LockKind.TICKET, INVALIDATION_NS, 0, false);
        List<Long> grantsNs = grants(host, lock, 3);
        LockCounts counts = lock.counts();
        assertThat(counts.acquisitions()).isEqualTo(3);
        assertThat(counts.contended()).isEqualTo(2);
        assertThat(counts.waitNs())
                .isEqualTo(grantsNs.get(1) - (100 + SWITCH_NS) + grantsNs.get(2) - (200 + SWITCH_NS));
        assertThat(counts.holdNs()).isEqualTo(3 * HOLD_NS + 6); // the first fetch happens with the lock held
        assertThat(lock.maxSpinners()).isEqualTo(2);
    }

    @Test
    void shouldFailTheRunIfAnotherReleasesTheLock() {
        HostFixture host = HostFixture.cores(2);
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, false);
        host.thread(0, 0, host.program().lock(lock.lock()).work(1_000).unlock(lock.lock()));
        host.thread(1, 490, host.program().unlock(lock.lock()));
        assertThatExceptionOfType(EmulationFailure.class)
                .isThrownBy(host::run)
                .withMessage("cpu1 failed at 500 ns: CPU 1 releases a lock that CPU 0 holds");
    }

    @Test
    void shouldReportALockThatIsStillHeldOrSpunFor() {
        HostFixture host = HostFixture.cores(2);
        SpinLock lock = host.lock("sda.queue_lock", LockKind.TICKET, 0, 0, true);
        host.thread(0, 0, host.program().lock(lock.lock()).work(100_000));
        host.thread(1, 100, host.program().lock(lock.lock()));
        assertThat(host.runUntil(1_000).leftOver()).contains("sda.queue_lock: 1 holders", "sda.queue_lock: 1 spinners");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -5})
    void shouldRefuseNegativeCosts(int value) {
        LockParameters parameters = new LockParameters(LockKind.TICKET, 0);
        Topology topology = new Topology(1, 1, 1, LINE_COSTS);
        assertThatIllegalArgumentException().isThrownBy(() -> new LockParameters(LockKind.TICKET, value));
        assertThatIllegalArgumentException().isThrownBy(() -> new SpinLock(topology, parameters, value, false));
    }

    /** Notes when it is granted a lock. */
    private static final class Client extends Component implements LockClient {
        private final List<Long> grantsNs = new ArrayList<>();

        @Override
        public void onLockGranted(LockGranted granted) {
            grantsNs.add(nowNs());
        }
    }

    /** CPUs draw at one time in another order than that in which their messages come, and late under real time. */
    @Test
    void shouldGoByTicketsAndNotByTheOrderOfMessages() {
        HostFixture host = HostFixture.cores(4);
        SpinLock lock = host.lock("lock", LockKind.QSPINLOCK, 0, 0, false);
        Ref<LockPort> port = lock.ref(LockPort.class);
        List<Client> clients = new ArrayList<>();
        for (int ticket = 0; ticket < 4; ticket++) {
            clients.add(host.emulation().add("client" + ticket, new Client()));
        }
        for (int ticket : new int[] {3, 1, 2}) {
            Ref<LockClient> client = clients.get(ticket).ref(LockClient.class);
            host.send(port, new LockPort.Contend(ticket, ticket, client), ticket == 2 ? 5_000 : 100);
        }
        host.send(port, new LockPort.Released(1, 0), 1_000);
        host.send(port, new LockPort.Released(2, 1), 2_000); // before it is heard of
        host.send(port, new LockPort.Released(3, 2), 7_000);
        host.runUntil(10_000);
        assertThat(clients.stream().map(client -> client.grantsNs).toList())
                .containsExactly(List.of(), List.of(1_045L), List.of(5_045L), List.of(7_045L));
    }

    /** What a lock must keep to: one holder, and those who came first are served first. */
    private static final class Watched {
        private final Lock lock;
        private final Deque<Context> arrivals = new ArrayDeque<>();
        private Context holder;
        private long acquisitions;

        Watched(SpinLock lock) {
            this.lock = lock.lock();
        }

        void critical(Program program, long workNs) {
            program.op((cx, next) -> {
                arrivals.add(cx);
                return cx.lock(lock, next);
            });
            program.then(cx -> {
                assertThat(holder).as("holder").isNull();
                assertThat(arrivals.remove()).as("first in the queue").isSameAs(cx);
                holder = cx;
                acquisitions++;
            });
            program.work(workNs);
            program.then(cx -> {
                assertThat(holder).isSameAs(cx);
                holder = null;
                cx.unlock(lock);
            });
        }
    }

    @Property(tries = 40)
    void shouldServeEveryScheduleInOrderWithOneHolder(@ForAll Random random) {
        CpuParameters parameters = new CpuParameters(1.65, 1.15, 300, 1 + random.nextInt(2_000));
        HostFixture host = new HostFixture(
                new Topology(1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2), LINE_COSTS),
                parameters,
                random.nextLong());
        List<Watched> plain = new ArrayList<>();
        List<Watched> irqSafe = new ArrayList<>();
        List<SpinLock> locks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SpinLock lock = host.lock(
                    "lock" + i, LockKind.values()[random.nextInt(2)], random.nextInt(40), random.nextInt(3), i >= 2);
            locks.add(lock);
            (i >= 2 ? irqSafe : plain).add(new Watched(lock));
        }
        for (Cpu cpu : host.cpus()) {
            Program handler = host.program();
            for (Watched lock : irqSafe) {
                lock.critical(handler.work(random.nextInt(100)), random.nextInt(200));
            }
            cpu.handleInterrupt(1, handler);
            for (int t = random.nextInt(3); t >= 0; t--) {
                Program program = host.program();
                for (int i = random.nextInt(20); i > 0; i--) {
                    program.work(random.nextInt(500));
                    (random.nextBoolean() ? plain : irqSafe)
                            .get(random.nextInt(2))
                            .critical(program, random.nextInt(300));
                }
                host.thread(cpu.number(), random.nextInt(2_000), program);
            }
            for (int i = random.nextInt(10); i > 0; i--) {
                host.interrupt(cpu.number(), random.nextInt(20_000), 1);
            }
        }
        assertThat(host.run().leftOver()).isEmpty();
        long acquisitions = 0;
        for (Watched lock : plain) {
            acquisitions += lock.acquisitions;
        }
        for (Watched lock : irqSafe) {
            acquisitions += lock.acquisitions;
        }
        assertThat(locks.stream()
                        .mapToLong(lock -> lock.counts().acquisitions())
                        .sum())
                .isEqualTo(acquisitions);
    }
}
