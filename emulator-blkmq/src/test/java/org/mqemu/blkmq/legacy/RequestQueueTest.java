package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;

class RequestQueueTest {
    private static final LockParameters LOCKS = new LockParameters(LockKind.TICKET, 0);

    private final HostFixture host = HostFixture.cores(2);

    /** Whoever else comes for the queue_lock while request_fn works must wait until that has returned. */
    @Test
    void shouldCallRequestFnWithTheQueueLockHeldAndReleaseItAfterwards() {
        LegacyBlock layer = new LegacyBlock(
                host.emulation(),
                host.topology(),
                host.cpus(),
                host.prices(),
                new LegacyParameters(10, 1, LOCKS, 0, TestQueue.NO_MERGING));
        Disk disk = new Disk("sda", 0, 1_000, 2);
        RequestQueue queue = layer.newQueue(disk);
        layer.connect(new LegacyDriver() {
            @Override
            public RequestFn newRequestFn(Context cx) {
                return called -> host.program().note("request_fn").work(50_000).note("request_fn returns");
            }

            @Override
            public CompleteRq newCompleteRq(Context cx) {
                return request -> Context::ret;
            }
        });
        Context thread = host.cpu(0).newThread("submitter", CpuMode.SYS);
        SubmitBio submitBio = layer.newSubmitBio(thread);
        Bio bio = new Bio(
                new BioEnd() {
                    @Override
                    public CacheLine line() {
                        return host.line("end");
                    }

                    @Override
                    public void ended(Context cx, Bio ended, BlockStatus status) {}
                },
                0);
        bio.describe(Op.READ, 0, 8);
        host.start(
                thread,
                0,
                host.program()
                        .op((cx, next) -> cx.call(submitBio.submit(queue, bio), next))
                        .op((cx, next) -> cx.call(submitBio.finishPlug(), next)));
        host.thread(1, 20_000, host.program().lock(queue.lock()).note("other").unlock(queue.lock()));
        host.run();
        assertThat(host.log()).hasSize(3);
        assertThat(host.log().get(0)).startsWith("request_fn@");
        assertThat(host.log().get(1)).startsWith("request_fn returns@");
        long returnsNs = Long.parseLong(host.log().get(1).substring("request_fn returns@".length()));
        assertThat(host.log().get(2)).isEqualTo("other@" + (returnsNs + 45));
    }

    @ParameterizedTest
    @CsvSource({"1,12", "4,12", "128,12"})
    void shouldNeverHaveMoreThanHalfAsManyRequestsAgainAsNrRequests(int nrRequests, int depth) {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(nrRequests));
        for (int cpu = 0; cpu < 2; cpu++) {
            LoadThread.start(host, stack, cpu, 0, depth, 4, 50, bound -> 0);
        }
        host.run();
        assertThat(stack.mostInFlight()).isLessThanOrEqualTo(3 * nrRequests / 2);
        assertThat(stack.queue(0).waits().waited() > 0).isEqualTo(nrRequests < 2 * depth);
        assertThat(stack.allocated()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,-1", "1,3"})
    void shouldRefuseParametersOutsideTheirRange(int nrRequests, int rqAffinity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LegacyParameters(nrRequests, rqAffinity, LOCKS, 0, TestQueue.NO_MERGING));
    }
}
