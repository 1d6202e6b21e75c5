package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.support.Administrator;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;

/** Freezing a queue, and what is changed meanwhile. */
class FreezeQueueTest {
    private final HostFixture host = HostFixture.cores(4);
    private LaterStack stack = null;

    @BeforeEach
    void stack() {
        stack = new LaterStack(host, StackParameters.plain(8), new LaterSetup());
    }

    private MqQueue sda() {
        return stack.queue(0);
    }

    private void administrator(int cpu, long atNs, String... writes) {
        List<Administrator.Write> all = new ArrayList<>();
        for (String write : writes) {
            int equals = write.indexOf('=');
            all.add(new Administrator.Write(sda(), write.substring(0, equals), write.substring(equals + 1)));
        }
        Administrator.start(host, stack::newSysfs, cpu, atNs, all, () -> 0, () -> {});
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
    }

    /** The thread's own plug must not keep the queue from being frozen. */
    @Test
    void shouldLetAThreadThatWaitsOutsideSendItsPlugOnItsWay() {
        Submitter submitter = new Submitter(host, stack, 0, 1)
                .plug(4)
                .read(sda(), 80)
                .work(5_000)
                .read(sda(), 800)
                .read(sda(), 880)
                .read(sda(), 960)
                .read(sda(), 1040)
                .read(sda(), 1120);
        submitter.start(0);
        administrator(1, 1_000, "scheduler=mq-deadline");
        run();
        assertThat(submitter.ends()).hasSize(6);
        assertThat(sda().scheduler()).isEqualTo("mq-deadline");
    }

    @Test
    void shouldChangeASchedulerOnlyWhenNothingIsInFlight() {
        Submitter before = new Submitter(host, stack, 0, 1).read(sda(), 80);
        before.start(0);
        Submitter after = new Submitter(host, stack, 2, 2).read(sda(), 800);
        after.start(3_000);
        administrator(1, 1_000, "scheduler=kyber");
        run();
        long endedNs = Long.parseLong(before.ends().get(0).replaceAll(".*@", ""));
        long issuedNs = Long.parseLong(stack.issued().get(1).replaceAll(".*@", ""));
        assertThat(issuedNs).as("a bio of 3 us waits for the change").isGreaterThan(endedNs);
    }

    /** One begins again at once while the other waits: each end of a freeze belongs to its own begin. */
    @Test
    void shouldLetTwoFreezersTakeTurns() {
        String[] writes = Collections.nCopies(20, "nr_requests=5").toArray(String[]::new);
        administrator(1, 1_000, writes);
        administrator(2, 1_000, writes);
        LoadThread load = LoadThread.start(host, stack, 0, 0, 4, 2, 200, bound -> 0);
        run();
        assertThat(load.ended()).isEqualTo(200);
        assertThat(sda().nrRequests()).isEqualTo(5);
    }

    @Test
    void shouldTakeMoreOrFewerRequestsAsNrRequestsSays() {
        administrator(1, 50_000, "nr_requests=4", "nr_requests=100");
        LoadThread load = LoadThread.start(host, stack, 0, 0, 20, 20, 400, bound -> 0);
        run();
        assertThat(load.ended()).isEqualTo(400);
        assertThat(sda().nrRequests()).as("no more than there are driver tags").isEqualTo(4);
        assertThat(stack.mostInFlight()).isEqualTo(8);
    }

    @Test
    void shouldGiveASchedulerTwiceTheDriverTagsAndUpTo2048() {
        administrator(1, 1_000, "scheduler=mq-deadline", "nr_requests=2048");
        LoadThread load = LoadThread.start(host, stack, 0, 30_000, 100, 100, 300, bound -> 0);
        run();
        assertThat(load.ended()).isEqualTo(300);
        assertThat(sda().nrRequests()).isEqualTo(2048);
        assertThat(stack.mostInFlight()).isLessThanOrEqualTo(8);
    }
}
