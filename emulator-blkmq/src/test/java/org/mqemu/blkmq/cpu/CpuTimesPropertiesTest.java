package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.IPI_NS;
import static org.mqemu.blkmq.support.HostFixture.IRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.SOFTIRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.Program;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.Topology;

/** Random threads, interrupts, IPIs, softirqs, locks and sleeps: where the time goes must add up. */
class CpuTimesPropertiesTest {
    private static final long END_NS = 60_000;

    @Property(tries = 25)
    void shouldAccountForEveryNanosecond(@ForAll Random random) {
        CpuParameters parameters =
                new CpuParameters(1 + random.nextInt(3) * 0.35, 1.15, 300, 1 + random.nextInt(3_000));
        HostFixture host = new HostFixture(
                new Topology(1, 1 + random.nextInt(2), 1 + random.nextInt(2), LINE_COSTS), parameters, 1);
        SpinLock lock = host.lock("lock", LockKind.TICKET, 25, 1, true);
        for (Cpu cpu : host.cpus()) {
            cpu.handleInterrupt(1, host.program().work(random.nextInt(400)).raiseSoftirq());
            cpu.handleSoftirq(host.program().work(random.nextInt(400)));
            for (int t = random.nextInt(4); t > 0; t--) {
                Program program = host.program();
                for (int i = random.nextInt(20); i > 0; i--) {
                    if (random.nextInt(4) == 0) {
                        program.lock(lock.lock()).work(random.nextInt(300)).unlock(lock.lock());
                    } else if (random.nextInt(6) == 0) {
                        program.sleep(random.nextBoolean());
                    } else {
                        program.work(random.nextInt(1_500));
                    }
                }
                Context thread = host.thread(cpu.number(), random.nextInt(20_000), program);
                for (int w = random.nextInt(5); w > 0; w--) {
                    host.tell(cpu.number(), random.nextInt((int) END_NS), new CpuPort.Wake(thread));
                }
            }
            for (int i = random.nextInt(20); i > 0; i--) {
                host.interrupt(cpu.number(), random.nextInt((int) END_NS), 1);
                host.ipi(
                        cpu.number(),
                        random.nextInt((int) END_NS),
                        host.program().work(random.nextInt(100)));
            }
        }
        long beginNs = random.nextInt(30_000);
        long endNs = beginNs + random.nextInt(20_000);
        host.measure(beginNs, endNs);
        host.runUntil(END_NS);
        for (Cpu cpu : host.cpus()) {
            long sum = 0;
            for (CpuMode mode : CpuMode.values()) {
                assertThat(cpu.measured().ns(mode)).isNotNegative();
                sum += cpu.measured().ns(mode);
            }
            assertThat(sum).isEqualTo(endNs - beginNs);
        }
    }

    @Property(tries = 25)
    void shouldDoAllWorkThatIsChargedAndNothingElse(@ForAll Random random) {
        HostFixture host = new HostFixture(
                new Topology(1, 1, 1, LINE_COSTS), new CpuParameters(1, 1, 300, 1 + random.nextInt(3_000)), 1);
        Cpu cpu = host.cpu(0);
        long hardWork = random.nextInt(400);
        long softWork = random.nextInt(400);
        cpu.handleInterrupt(1, host.program().work(hardWork).raiseSoftirq());
        cpu.handleSoftirq(host.program().work(softWork));
        long threadWork = 0;
        List<Long> works = new ArrayList<>();
        for (int t = 1 + random.nextInt(4); t > 0; t--) {
            Program program = host.program();
            for (int i = random.nextInt(10); i > 0; i--) {
                long ns = random.nextInt(900);
                works.add(ns);
                threadWork += ns;
                program.work(ns);
            }
            host.thread(0, random.nextInt(5_000), program);
        }
        int interrupts = random.nextInt(20);
        for (int i = 0; i < interrupts; i++) {
            host.interrupt(0, random.nextInt(20_000), 1);
            host.ipi(0, random.nextInt(20_000), host.program().work(21));
        }
        host.runUntil(200_000);
        CpuTimes times = cpu.measured();
        assertThat(times.interrupts().devices()).isEqualTo(interrupts);
        assertThat(times.interrupts().calls()).isEqualTo(interrupts);
        assertThat(times.ns(CpuMode.HARD)).isEqualTo(interrupts * (IRQ_NS + hardWork + IPI_NS + 21));
        assertThat(times.ns(CpuMode.SOFT)).isEqualTo(times.interrupts().softirqs() * (SOFTIRQ_NS + softWork));
        assertThat(times.ns(CpuMode.SYS)).isEqualTo(threadWork + times.switches() * SWITCH_NS);
        assertThat(times.functionNs(host.prices().of("work").id(), CpuMode.SYS))
                .isEqualTo(works.stream().mapToLong(Long::longValue).sum());
    }
}
