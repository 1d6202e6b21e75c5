package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.blkmq.cpu.PriceList;

/**
 * The instruction counts of linux-6.1.conf, added up along the way of an I/O, against what a whole I/O executes.
 *
 * <p>The totals are of Debian's kernel 6.1.0-57 under QEMU with its instruction counter, untraced: instructions of one 4
 * KiB random read by fio 3.33 and libaio, user space and system calls included, one CPU, iostats off, on null_blk and on
 * scsi_debug with fake_rw and no delay, whose completions are inline.
 */
class InstructionTotalsTest {
    private static final List<String> FIO = List.of("get_io_u", "io_completed");
    private static final List<String> SYSTEM_CALLS = List.of("io_submit", "io_getevents");
    private static final List<String> SUBMISSION =
            List.of("io_submit_one", "submit_bio", "__blk_mq_alloc_requests", "blk_mq_start_request");
    private static final List<String> COMPLETION =
            List.of("blk_mq_end_request", "bio_endio", "aio_complete", "blk_mq_free_request");
    private static final List<String> NULL_BLK = List.of("null_queue_rq", "null_complete_rq");
    private static final List<String> SCSI_DEBUG = List.of(
            "scsi_mq_get_budget",
            "scsi_queue_rq",
            "scsi_debug_queuecommand",
            "scsi_done",
            "blk_mq_complete_request",
            "scsi_io_completion");
    private static final List<String> DIRECT = List.of("__blk_mq_try_issue_directly");
    private static final List<String> KBLOCKD =
            List.of("kblockd_work", "try_to_wake_up", "__schedule", "process_one_work", "__schedule");

    private static final Set<FunctionSet> PRICED = EnumSet.of(
            FunctionSet.COMMON,
            FunctionSet.MQ_MODERN,
            FunctionSet.SCSI_MQ,
            FunctionSet.SCSI_DEBUG,
            FunctionSet.NULL_BLK,
            FunctionSet.NULL_BLK_BIO,
            FunctionSet.NULL_BLK_POLL,
            FunctionSet.MQ_DEADLINE,
            FunctionSet.KYBER,
            FunctionSet.BFQ);

    private final PriceList prices = KernelPrices.read(ShippedKernels.kernel("linux-6.1"), PRICED, 1.0);

    @ParameterizedTest
    @CsvSource({"1, 8130", "16, 6740"})
    void shouldMeetTheTotalOfNullBlkWithoutElevator(int batch, double total) {
        assertMeets(total, common(batch) + sum(NULL_BLK) + sum(DIRECT));
    }

    /** queue_mode 0: no block layer queues. */
    @Test
    void shouldMeetTheTotalOfNullBlksBioMode() {
        double way = price("io_submit_one")
                + price("submit_bio_noacct")
                + price("null_submit_bio")
                + price("bio_endio")
                + price("aio_complete")
                + price("null_complete_rq");

        assertThat(sum(FIO) + sum(SYSTEM_CALLS) + way).isEqualTo(6840);
    }

    @Test
    void shouldMeetTheTotalOfNullBlkThatCompletesBySoftirqCode() {
        assertMeets(8150, common(1) + sum(NULL_BLK) + sum(DIRECT) + price("blk_mq_complete_request"));
    }

    @ParameterizedTest
    @CsvSource({"1, 9510", "16, 8120"})
    void shouldMeetTheTotalOfScsiDebugWithoutElevator(int batch, double total) {
        assertMeets(total, common(batch) + sum(SCSI_DEBUG) + sum(DIRECT));
    }

    /** Alone, a request goes to kblockd; a batch is dispatched by the thread itself. */
    @ParameterizedTest
    @CsvSource({
        "1, MQ_DEADLINE, 15930",
        "1, KYBER, 16100",
        "1, BFQ, 18520",
        "16, MQ_DEADLINE, 8240",
        "16, KYBER, 8010",
        "16, BFQ, 10300",
    })
    void shouldMeetTheTotalOfNullBlkWithAnElevator(int batch, FunctionSet elevator, double total) {
        double switches = batch == 1 ? sum(KBLOCKD) : 0;
        double run = price("blk_mq_run_hw_queue") / batch + price("blk_mq_dispatch_rq_list");

        assertMeets(total, common(batch) + sum(NULL_BLK) + sum(elevator.functions()) + run + switches);
    }

    /** The functions that were traced on null_blk's way from io_submit_one to aio_complete: 5217, 190 of it iostats. */
    @Test
    void shouldAddUpToWhatWasTraced() {
        assertThat(sum(SUBMISSION) + sum(COMPLETION) + sum(NULL_BLK) + sum(DIRECT))
                .isEqualTo(5217 - 190);
    }

    private static void assertMeets(double total, double sum) {
        assertThat(sum).isCloseTo(total, withinPercentage(5));
    }

    private double common(int batch) {
        double perBatch = sum(SYSTEM_CALLS);
        double plug = 0;
        if (batch > 1) {
            plug = price("blk_add_rq_to_plug");
            perBatch += price("blk_mq_flush_plug_list") + (batch - 1) * price("blk_attempt_plug_merge");
        }
        return sum(FIO) + perBatch / batch + plug + sum(SUBMISSION) + sum(COMPLETION);
    }

    private double sum(Iterable<String> functions) {
        double sum = 0;
        for (String function : functions) {
            sum += price(function);
        }
        return sum;
    }

    private double price(String function) {
        return (double) prices.of(function).ns();
    }
}
