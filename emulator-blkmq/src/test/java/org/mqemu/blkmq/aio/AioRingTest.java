package org.mqemu.blkmq.aio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.IPI_LATENCY_NS;
import static org.mqemu.blkmq.support.HostFixture.IPI_NS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.HostFixture;

class AioRingTest {
    private final HostFixture host = HostFixture.cores(2);
    private final Context reaper = host.cpu(0).newThread("reaper", CpuMode.SYS);

    private AioRing ring(boolean wakesAtEachEvent) {
        return new AioRing(host.line("ring"), reaper, wakesAtEachEvent, host.prices());
    }

    private void completeAt(AioRing ring, long atNs, int token, BlockStatus status) {
        Bio bio = new Bio(ring, token);
        host.ipi(1, atNs, host.program().then(cx -> ring.ended(cx, bio, status)));
    }

    /** Lets the reaper wait for three events of which one comes each microsecond. */
    @ParameterizedTest
    @CsvSource({"true,1000", "false,3000"})
    void shouldWakeTheReaperAtTheFirstEventOrWhenEnoughAreThere(boolean eachEvent, long wokenBy) {
        AioRing ring = ring(eachEvent);
        host.start(
                reaper,
                0,
                host.program()
                        .op((cx, next) -> ring.announceSleep(3) ? cx.sleep(true, next) : next)
                        .note("awake"));
        for (int i = 1; i <= 4; i++) {
            completeAt(ring, 1_000L * i, i, BlockStatus.OK);
        }
        host.runUntil(10_000);
        assertThat(host.log()).containsExactly("awake@" + (wokenBy + IPI_NS + IPI_LATENCY_NS + SWITCH_NS));
        assertThat(ring.available()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"true,1,false", "false,1,true", "false,2,false"})
    void shouldNotSleepWhenEnoughEventsAreThere(boolean eachEvent, int events, boolean sleeps) {
        AioRing ring = ring(eachEvent);
        for (int i = 0; i < events; i++) {
            completeAt(ring, 100L * i, i, BlockStatus.OK);
        }
        host.runUntil(5_000);
        assertThat(ring.announceSleep(2)).isEqualTo(sleeps);
    }

    @Test
    void shouldWakeNobodyWhoDoesNotWait() {
        AioRing ring = ring(true);
        host.start(reaper, 0, host.program().sleep(true).note("awake"));
        completeAt(ring, 1_000, 0, BlockStatus.OK);
        host.runUntil(5_000);
        assertThat(host.log()).isEmpty();
    }

    @Test
    void shouldHandOutEventsInOrderAndCountErrors() {
        AioRing ring = ring(true);
        completeAt(ring, 0, 7, BlockStatus.OK);
        completeAt(ring, 100, 3, BlockStatus.MEDIUM);
        host.runUntil(5_000);
        assertThat(ring.available()).isEqualTo(2);
        assertThat(ring.poll()).returns(7, Bio::token).returns(BlockStatus.OK, Bio::status);
        assertThat(ring.poll()).returns(3, Bio::token).returns(BlockStatus.MEDIUM, Bio::status);
        assertThat(ring.poll()).isNull();
        assertThat(ring.available()).isZero();
    }
}
