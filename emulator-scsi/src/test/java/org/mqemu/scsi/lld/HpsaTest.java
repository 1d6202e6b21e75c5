package org.mqemu.scsi.lld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.scsi.support.FakeHba;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class HpsaTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteTheSubmissionRegisterOneAfterTheOther(boolean mq) {
        ScsiFixture machine = new ScsiFixture(
                ScsiParameters.of(mq, 4).devices(4).limits(64, 64, 64).registerNs(5_000));
        for (int cpu = 0; cpu < 4; cpu++) {
            machine.load(cpu, 8, 1, 50, cpu);
        }
        machine.run();
        List<FakeHba.Arrival> arrivals = machine.hba().arrivals();
        long spanNs = arrivals.get(199).atNs() - arrivals.get(0).atNs();
        assertThat(spanNs).isBetween(199 * 4_990L, 199 * 5_250L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetTheAnswerComeToTheReplyQueueOfTheCpuThatSubmitted(boolean mq) {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(mq, 4).devices(4));
        for (int cpu = 0; cpu < 4; cpu++) {
            machine.load(cpu, 4, 1, 20 + cpu, cpu);
        }
        machine.run();
        for (int cpu = 0; cpu < 4; cpu++) {
            assertThat(machine.vector(cpu).replies()).isEqualTo(20 + cpu);
            assertThat(machine.calls(cpu, "complete_scsi_command", CpuMode.HARD))
                    .isEqualTo(20 + cpu);
        }
    }

    @Test
    void shouldUseTheBlockLayersTagAsItsIndexUnderScsiMq() {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(true, 1).limits(64, 64, 5));
        machine.load(0, 16, 1, 200, 0);
        machine.run();
        assertThat(machine.hba().mostInFlight()).isEqualTo(5);
        assertThat(machine.hba().arrivals())
                .allSatisfy(arrival -> assertThat(arrival.command().index()).isBetween(0, 4));
    }

    @Test
    void shouldTakeItsIndexesFromItsOwnPoolUnderTheLegacyStack() {
        ScsiFixture machine =
                new ScsiFixture(ScsiParameters.of(false, 4).devices(4).limits(7, 64, 64));
        for (int cpu = 0; cpu < 4; cpu++) {
            machine.load(cpu, 16, 4, 100, cpu);
        }
        machine.run();
        assertThat(machine.hba().mostInFlight()).isEqualTo(7);
        assertThat(machine.hba().arrivals())
                .allSatisfy(arrival -> assertThat(arrival.command().index()).isBetween(0, 6));
        assertThat(machine.hpsa().answered()).isEqualTo(400);
    }

    // ---- coalescing ----

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeManyRepliesWithOneInterruptUnderLoad(boolean mq) {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(mq, 1));
        machine.load(0, 64, 32, 640, 0);
        machine.hba().takes(command -> 100_000 - machine.hba().nowNs() % 100_000); // many end together
        machine.run();
        assertThat(machine.vector(0).replies()).isEqualTo(640);
        assertThat(machine.vector(0).interrupts()).isLessThan(64);
        assertThat(machine.cpu(0).measured().interrupts().devices())
                .isEqualTo(machine.vector(0).interrupts());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeAnInterruptForEachReplyWithoutLoad(boolean mq) {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(mq, 1));
        machine.load(0, 1, 1, 50, 0);
        machine.run();
        assertThat(machine.vector(0).interrupts()).isEqualTo(50);
    }

    // ---- rq_affinity ----

    /**
     * Two nodes of two CPUs each (0 and 1, 2 and 3); the vector of CPU n interrupts CPU n + 1. Only for CPU 0 is that one
     * on the submitter's node.
     */
    @ParameterizedTest
    @CsvSource({
        "true,0,0,1", "true,0,1,2", "true,1,0,1", "true,1,1,1", "true,2,0,0", "true,2,1,1",
        "false,0,0,1", "false,0,1,2", "false,1,0,1", "false,1,1,1", "false,2,0,0", "false,2,1,1"
    })
    void shouldCompleteWhereRqAffinitySays(boolean mq, int rqAffinity, int submitter, int completer) {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(mq, 4)
                .on(ScsiParameters.topology(2, 2, 1))
                .rqAffinity(rqAffinity)
                .irqCpu(queue -> (queue + 1) % 4));
        machine.load(submitter, 2, 1, 40, 0);
        machine.run();
        int interrupted = submitter + 1;
        CpuMode mode = mq ? CpuMode.HARD : CpuMode.SOFT;
        assertThat(machine.calls(interrupted, "complete_scsi_command", CpuMode.HARD))
                .isEqualTo(40);
        assertThat(machine.calls(completer, "bio_endio", mode)).isEqualTo(40);
        assertThat(machine.remotelyCompleted()).isEqualTo(completer == interrupted ? 0 : 40);
    }
}
