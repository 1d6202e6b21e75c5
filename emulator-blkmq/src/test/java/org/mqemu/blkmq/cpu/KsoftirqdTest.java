package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.IRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.SOFTIRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.support.HostFixture;

/** A softirq that is raised again and again. */
class KsoftirqdTest {
    private static final int VECTOR = 7;
    private static final long SLICE_NS = 100_000;

    private final HostFixture host = new HostFixture(
            HostFixture.cores(1).topology(), new CpuParameters(1.0, 1.0, HostFixture.IPI_LATENCY_NS, SLICE_NS), 1);
    private final Cpu cpu = host.cpu(0);
    private int left;

    /** A handler of some work that raises its softirq again so many times, after an interrupt. */
    private void raise(int times, long workNs, long atNs) {
        left = times;
        cpu.handleInterrupt(VECTOR, host.program().raiseSoftirq());
        cpu.handleSoftirq(host.program().note("soft").work(workNs).then(cx -> {
            if (left-- > 0) {
                cx.cpu().raiseSoftirq();
            }
        }));
        host.interrupt(0, atNs, VECTOR);
    }

    private long noted(int place) {
        String line = host.log().get(place);
        return Long.parseLong(line.substring(line.indexOf('@') + 1));
    }

    @Test
    void shouldWorkTenRoundsAtOnceAndLeaveTheRestToKsoftirqd() {
        raise(11, 100, 0);
        host.runUntil(100_000);

        assertThat(host.log()).hasSize(12);
        for (int round = 0; round < 10; round++) {
            assertThat(noted(round)).isEqualTo(IRQ_NS + SOFTIRQ_NS + round * (100 + SOFTIRQ_NS));
        }
        assertThat(noted(10)).isEqualTo(noted(9) + 100 + SWITCH_NS + SOFTIRQ_NS);
        assertThat(noted(11)).isEqualTo(noted(10) + 100 + SOFTIRQ_NS);
        assertThat(cpu.measured().interrupts().softirqs()).isEqualTo(12);
        assertThat(cpu.measured().switches()).isEqualTo(1);
    }

    @Test
    void shouldLeaveWhatIsRaisedAfterTwoMillisecondsToKsoftirqd() {
        raise(4, 800_000, 0);
        host.runUntil(10_000_000);

        assertThat(noted(2)).isEqualTo(noted(1) + 800_000 + SOFTIRQ_NS);
        assertThat(noted(3)).isEqualTo(noted(2) + 800_000 + SWITCH_NS + SOFTIRQ_NS);
        assertThat(noted(4)).isEqualTo(noted(3) + 800_000 + SOFTIRQ_NS);
    }

    /** The thread that was interrupted gets the CPU back, and ksoftirqd a turn when its slice is over. */
    @Test
    void shouldLetAThreadRunBetween() {
        host.thread(0, 0, host.program().work(1)); // a CPU's first slice is partly used
        raise(14, 100, 10_000);
        host.thread(
                0,
                0,
                host.program()
                        .work(40_000)
                        .note("thread")
                        .work(40_000)
                        .note("thread")
                        .work(40_000)
                        .note("thread"));
        host.run();

        assertThat(host.log().stream().map(line -> line.replaceAll("@.*", "")).toList())
                .containsExactlyElementsOf(Stream.of(
                                Collections.nCopies(10, "soft"),
                                List.of("thread", "thread"),
                                Collections.nCopies(5, "soft"),
                                List.of("thread"))
                        .flatMap(List::stream)
                        .toList());
    }

    @Test
    void shouldRunWhatWasLeftWhenTheNextInterruptEnds() {
        raise(12, 100, 10_000);
        cpu.handleInterrupt(VECTOR + 1, host.program().note("irq"));
        host.thread(0, 0, host.program().work(50_000).note("thread end"));
        host.interrupt(0, 20_000, VECTOR + 1);
        host.run();

        assertThat(host.log().subList(0, 10)).allMatch(line -> line.startsWith("soft@"));
        assertThat(host.log().get(10)).isEqualTo("irq@" + (20_000 + IRQ_NS));
        assertThat(host.log().get(11)).isEqualTo("soft@" + (20_000 + IRQ_NS + SOFTIRQ_NS));
        assertThat(host.log()).hasSize(15); // 13 rounds, the interrupt, the thread
    }

    /** need_resched: a thread that the softirq has woken on a CPU that was idle does not wait for further rounds. */
    @Test
    void shouldMakeWayForAThreadThatItHasWoken() {
        Context sleeper = host.thread(0, 0, host.program().sleep(false).note("woken"));
        left = 3;
        cpu.handleInterrupt(VECTOR, host.program().raiseSoftirq());
        cpu.handleSoftirq(host.program().note("soft").work(1_000).then(cx -> {
            if (left-- > 0) {
                cx.cpu().raiseSoftirq();
            }
            cx.wake(sleeper);
        }));
        host.interrupt(0, 10_000, VECTOR);
        host.run();

        assertThat(host.log().get(0)).startsWith("soft@");
        assertThat(host.log().get(1)).startsWith("woken@");
        assertThat(host.log().stream().filter(line -> line.startsWith("soft"))).hasSize(4);
    }
}
