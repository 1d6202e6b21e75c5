package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.support.Administrator;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;

/** Requests that the device never answers. */
class RequestTimeoutTest {
    private final HostFixture host = HostFixture.cores(2);

    private LaterStack stack(LaterSetup setup, StackParameters parameters) {
        LaterStack stack = new LaterStack(host, parameters, setup);
        host.limit(400_000_000_000L);
        return stack;
    }

    private void setTimeout(LaterStack stack, String milliseconds) {
        Administrator.start(
                host,
                stack::newSysfs,
                1,
                0,
                List.of(new Administrator.Write(stack.queue(0), "io_timeout", milliseconds)),
                () -> 0,
                () -> {});
    }

    @Test
    void shouldEndALostRequestWithAnErrorAfterThirtySeconds() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(4)).loseEvery(1);
        Submitter submitter = new Submitter(host, stack, 0, 1).read(stack.queue(0), 80);
        submitter.start(0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(submitter.ends()).hasSize(1);
        assertThat(submitter.ends().get(0)).startsWith("TIMEOUT 80@3000000");
    }

    @Test
    void shouldTakeTheTimeoutOfSysfs() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(4)).loseEvery(1);
        setTimeout(stack, "7");
        Submitter submitter = new Submitter(host, stack, 0, 1).read(stack.queue(0), 80);
        submitter.start(100_000);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(submitter.ends().get(0)).startsWith("TIMEOUT 80@710");
    }

    @Test
    void shouldLeaveASlowRequestToItsDevice() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(4).withServiceNs(20_000_000));
        setTimeout(stack, "3");
        Submitter submitter = new Submitter(host, stack, 0, 1).read(stack.queue(0), 80);
        submitter.start(100_000);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(submitter.ends().get(0)).startsWith("OK 80@201");
    }

    @Test
    void shouldFailAFlushThatIsLost() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(4)).loseEvery(2);
        stack.queue(0).writeCache(WriteCache.WRITE_BACK);
        setTimeout(stack, "5");
        Submitter submitter = new Submitter(host, stack, 0, 1).bio(stack.queue(0), Op.WRITE, 80, 8, false, true);
        submitter.start(100_000);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(submitter.ends()).hasSize(1);
        assertThat(submitter.ends().get(0)).startsWith("TIMEOUT 80");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "mq-deadline", "kyber", "bfq"})
    void shouldEndEveryBioOnceAndCountWhatFailed(String scheduler) {
        LaterSetup setup = new LaterSetup().with(scheduler).withQueues(2, 0, 0).withBudget(5);
        LaterStack stack = stack(setup, StackParameters.plain(6)).loseEvery(10);
        setTimeout(stack, "2");
        LoadThread one = LoadThread.start(host, stack, 0, 0, 8, 4, 100, bound -> 0);
        LoadThread other = LoadThread.start(host, stack, 1, 0, 8, 4, 100, bound -> 0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(one.ended() + other.ended()).isEqualTo(200);
        Disk disk = stack.disks().get(0);
        assertThat(disk.total().failed()).isEqualTo(20);
        assertThat(disk.total().completed()).isEqualTo(180);
        assertThat(stack.inFlight()).isZero();
        assertThat(stack.budgetTaken()).isZero();
    }
}
