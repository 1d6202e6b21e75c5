package org.mqemu.blkmq.elevator.cfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HwTagTest {
    private final HwTag hwTag = new HwTag();

    private void samples(int count, int waiting, int inDriver) {
        for (int i = 0; i < count; i++) {
            hwTag.sample(null, waiting, inDriver);
        }
    }

    @Test
    void shouldAssumeThatTheDeviceTakesSeveralRequests() {
        assertThat(hwTag.isOn()).isTrue();
    }

    @Test
    void shouldFindOutThatItTakesOneAtATime() {
        samples(50, 10, 1);
        assertThat(hwTag.isOn()).isTrue();

        samples(1, 10, 1);
        assertThat(hwTag.isOn()).isFalse();
    }

    @Test
    void shouldNotJudgeWhileTooFewRequestsWait() {
        samples(1000, 5, 1);
        assertThat(hwTag.isOn()).isTrue();
    }

    @Test
    void shouldBelieveForEverThatItTakesFive() {
        samples(1, 0, 5);
        samples(100, 10, 1);
        assertThat(hwTag.isOn()).isTrue();
    }
}
