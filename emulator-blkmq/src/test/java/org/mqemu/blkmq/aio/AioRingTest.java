package org.mqemu.blkmq.aio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/** The wake-up rules of the ring; a wake-up is seen by its price. */
class AioRingTest {
    private final Topology topology = new Topology(1, 1, 1, new LineCosts(0, 0, 0, 0));
    private final PriceList prices = new PriceList(Map.of(
            "__schedule", 1L,
            "handle_irq_event", 1L,
            "generic_smp_call_function_single_interrupt", 1L,
            "__do_softirq", 1L,
            "aio_complete", 1L,
            "try_to_wake_up", 1L));
    private final Cpu cpu = new Cpu(0, new CpuParameters(1, 1, 0, 1), prices);
    private final Context interrupt = cpu.newThread("hardirq", CpuMode.HARD);

    private AioRing ring(boolean wakesAtEachEvent) {
        return new AioRing(
                new CacheLine("ring", topology, false), cpu.newThread("fio", CpuMode.USR), wakesAtEachEvent, prices);
    }

    private void end(AioRing ring, int count) {
        for (int i = 0; i < count; i++) {
            ring.ended(interrupt, new Bio(ring, i), CommandStatus.GOOD);
        }
    }

    private long wakes() {
        return cpu.measured().functionCalls(prices.of("try_to_wake_up").id(), CpuMode.HARD);
    }

    @Test
    void shouldWakeASleeperAtTheFirstEventInKernelsThatWakeAtEach() {
        AioRing ring = ring(true);
        assertThat(ring.announceSleep(3)).isTrue();
        end(ring, 1);
        assertThat(wakes()).isEqualTo(1);
    }

    @Test
    void shouldWakeASleeperOnlyWhenEnoughEventsAreThereInLaterKernels() {
        AioRing ring = ring(false);
        assertThat(ring.announceSleep(3)).isTrue();
        end(ring, 2);
        assertThat(wakes()).isZero();
        end(ring, 1);
        assertThat(wakes()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWakeOnceForEachAnnouncedSleep(boolean wakesAtEachEvent) {
        AioRing ring = ring(wakesAtEachEvent);
        assertThat(ring.announceSleep(1)).isTrue();
        end(ring, 5);
        assertThat(wakes()).isEqualTo(1);
        while (ring.poll() != null) {}
        assertThat(ring.announceSleep(1)).isTrue();
        end(ring, 5);
        assertThat(wakes()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWakeNobodyWhoDoesNotSleep(boolean wakesAtEachEvent) {
        AioRing ring = ring(wakesAtEachEvent);
        end(ring, 5);
        assertThat(wakes()).isZero();
        assertThat(cpu.measured().functionCalls(prices.of("aio_complete").id(), CpuMode.HARD))
                .isEqualTo(5);
    }

    @Test
    void shouldNotLetTheReaperSleepWhenAnEventIsThereInKernelsThatWakeAtEach() {
        AioRing ring = ring(true);
        end(ring, 1);
        assertThat(ring.announceSleep(3)).isFalse();
        end(ring, 5);
        assertThat(wakes()).isZero();
    }

    @Test
    void shouldLetTheReaperSleepUntilEnoughAreThereInLaterKernels() {
        AioRing ring = ring(false);
        end(ring, 2);
        assertThat(ring.announceSleep(3)).isTrue();
        end(ring, 1);
        assertThat(wakes()).isEqualTo(1);
        assertThat(ring.announceSleep(3)).isFalse();
    }

    @Test
    void shouldGiveEventsInTheOrderOfTheirEnds() {
        AioRing ring = ring(true);
        end(ring, 3);
        assertThat(ring.available()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(ring.poll()).extracting(Bio::token).isEqualTo(i);
        }
        assertThat(ring.poll()).isNull();
        assertThat(ring.available()).isZero();
    }

    @Test
    void shouldPassTheStatusOnToTheReaper() {
        AioRing ring = ring(true);
        ring.ended(interrupt, new Bio(ring, 0), CommandStatus.ILLEGAL_REQUEST);
        assertThat(ring.poll()).extracting(Bio::status).isEqualTo(CommandStatus.ILLEGAL_REQUEST);
    }
}
