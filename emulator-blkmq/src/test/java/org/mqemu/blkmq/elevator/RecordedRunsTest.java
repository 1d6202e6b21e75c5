package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.blkmq.block.QueueLimits;

/** The schedulers against runs that were recorded on a real kernel. */
class RecordedRunsTest {
    private static final QueueLimits SCSI_DEBUG = new QueueLimits(1024, 2048, 0);
    private static final QueueLimits NULL_BLK = new QueueLimits(254, 128, 0);

    /** Every merge and every dispatch, in order; the last column is how many had to be taken out before their D. */
    @ParameterizedTest
    @CsvSource({
        "order-rand-qd1-mq-deadline, scsi, 2, 398, 0",
        "order-mixed-qd1-mq-deadline, scsi, 0, 400, 0",
        "budget-seq-qd16-mq-deadline, scsi, 2381, 619, 4",
        "seqread-b1-mq-deadline, null, 113, 399, 18",
        "seqread-b8-mq-deadline, null, 448, 64, 0",
        "randread-b1-mq-deadline, null, 0, 512, 0",
    })
    void shouldMergeAndDispatchAsTheRealKernelDid(
            String name, String device, int merges, int dispatches, int takenEarly) {
        RecordedRun run = RecordedRun.read(name);
        Elevator elevator = new MqDeadlineElevator(128, true);

        Replay.Outcome outcome = new Replay(elevator, device.equals("scsi") ? SCSI_DEBUG : NULL_BLK, cpu -> 0).run(run);

        assertThat(run.count("MF")).isEqualTo(merges);
        assertThat(run.count("D")).isEqualTo(dispatches);
        assertThat(outcome).isEqualTo(new Replay.Outcome(merges, dispatches, takenEarly, ""));
    }

    /** The runs are able to tell kernels apart: 5.11 forgets where reads were when it dispatches a write. */
    @Test
    void shouldNotDispatchAs61DidWithTheRulesOf511() {
        RecordedRun run = RecordedRun.read("order-mixed-qd1-mq-deadline");

        Replay.Outcome outcome = new Replay(new MqDeadlineElevator(128, false), SCSI_DEBUG, cpu -> 0).run(run);

        assertThat(outcome.dispatches()).isEqualTo(61);
        assertThat(outcome.difference()).startsWith("differs");
    }

    @Test
    void shouldDispatchUnderKyberWhatThePlugHasMerged() {
        RecordedRun run = RecordedRun.read("seqwrite-b32-kyber");
        IntUnaryOperator map = cpu -> cpu % 2; // as null_blk spreads 4 CPUs over 2 queues

        Replay.Outcome outcome = new Replay(new KyberElevator(4, 2, map), NULL_BLK, map).run(run);

        assertThat(outcome).isEqualTo(new Replay.Outcome(480, 32, 0, ""));
    }
}
