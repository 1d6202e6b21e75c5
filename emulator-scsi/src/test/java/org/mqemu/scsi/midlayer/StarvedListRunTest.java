package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StarvedListRunTest {
    private final TestTarget made = new TestTarget(2, 1, 4, 4, 4);
    private final StarvedListRun run = new StarvedListRun();

    @Test
    void shouldServeEachDeviceOnceHoweverOftenItStarvesAgain() {
        made.devices.forEach(made.host::starves);
        run.begin();
        for (int i = 0; i < 3; i++) {
            ScsiDevice device = run.next(made.host);
            assertThat(device).isSameAs(made.device(i));
            made.host.starves(device);
        }
        assertThat(run.next(made.host)).isNull();
        assertThat(made.host.starving()).isEqualTo(3);
    }

    @Test
    void shouldEndWhenTheHostTakesNoMore() {
        made.devices.forEach(made.host::starves);
        made.host.ask();
        made.host.ask();
        run.begin();
        assertThat(run.next(made.host)).isNull();
        made.host.givePlace();
        Blocking.hostBusy(made.host);
        assertThat(run.next(made.host)).isNull();
        assertThat(made.host.hasStarved()).isTrue();
    }

    @Test
    void shouldLeaveDevicesOfABusyTargetOnTheList() {
        made.devices.forEach(made.host::starves);
        made.target.ask();
        run.begin();
        assertThat(run.next(made.host)).isNull();
        assertThat(made.host.starving()).isEqualTo(3);
        made.target.givePlace();
        run.begin();
        assertThat(run.next(made.host)).isSameAs(made.device(0));
    }

    @Test
    void shouldPutADeviceLastThatItsTargetTurnsAwayAgain() {
        made.devices.forEach(made.host::starves);
        made.host.starvesLast(made.device(0));
        run.begin();
        assertThat(run.next(made.host)).isSameAs(made.device(1));
        assertThat(run.next(made.host)).isSameAs(made.device(2));
        assertThat(run.next(made.host)).isSameAs(made.device(0));
        assertThat(made.host.hasStarved()).isFalse();
    }
}
