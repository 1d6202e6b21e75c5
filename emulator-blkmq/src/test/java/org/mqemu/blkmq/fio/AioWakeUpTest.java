package org.mqemu.blkmq.fio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the ring's wake-up rule does to a thread that waits for several events. */
class AioWakeUpTest {
    private static FioFixture run(boolean eachEvent) {
        FioFixture host = new FioFixture(2);
        if (!eachEvent) {
            host.wakingWhenEnough();
        }
        Foreman foreman = host.emulation.add("foreman", new Foreman());
        foreman.add(host.thread(0, Job.depth(8).batch(8).complete(8, 8).ios(80), foreman.ref(FioPort.class)));
        host.device.takes(io -> 50_000 + io % 8 * 20_000).endsOn(io -> 1);
        assertThat(host.emulation.run().leftOver()).isEmpty();
        return host;
    }

    @Test
    void shouldSwitchToTheThreadOnceForEachEventUpToLinux66() {
        assertThat(run(true).context(0).switches()).isEqualTo(1 + 80);
    }

    @Test
    void shouldSwitchToTheThreadOnceWhenAllEventsAreThereInLaterKernels() {
        assertThat(run(false).context(0).switches()).isEqualTo(1 + 10);
    }
}
