package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.scsi.support.ScsiParameters;

/** The two budgets and the starved list, without a machine around them. */
class ScsiHostTest {
    private static final CacheLine LINE = new CacheLine("busy", ScsiParameters.topology(1, 1, 1), false);

    private final ScsiHost host = new ScsiHost("host0", 3, TestTarget.lock(), LINE);

    private ScsiDevice device(int queueDepth) {
        return new ScsiDevice(new Disk("sda", 0, 8, 1), host, queueDepth, LINE);
    }

    @Test
    void shouldGivePlacesUpToCanQueue() {
        assertThat(host.takePlace()).isTrue();
        assertThat(host.takePlace()).isTrue();
        assertThat(host.takePlace()).isTrue();
        assertThat(host.takePlace()).isFalse();
        host.givePlace();
        assertThat(host.takePlace()).isTrue();
        assertThat(host.busy()).isEqualTo(3);
        assertThat(host.places().acquired()).isEqualTo(4);
        assertThat(host.places().waited()).isEqualTo(1);
    }

    @Test
    void shouldGivePlacesUpToTheQueueDepth() {
        ScsiDevice device = device(2);
        assertThat(device.takePlace()).isTrue();
        assertThat(device.takePlace()).isTrue();
        assertThat(device.takePlace()).isFalse();
        device.givePlace();
        assertThat(device.takePlace()).isTrue();
        assertThat(device.busy()).isEqualTo(2);
        assertThat(device.places().waited()).isEqualTo(1);
    }

    @Test
    void shouldFailWhenAPlaceIsGivenBackThatNobodyTook() {
        assertThatIllegalStateException().isThrownBy(host::givePlace).withMessageContaining("host0");
        assertThatIllegalStateException().isThrownBy(device(1)::givePlace).withMessageContaining("sda");
    }

    @Test
    void shouldServeStarvedDevicesInOrderAndEachOnce() {
        ScsiDevice first = device(1);
        ScsiDevice second = device(1);
        host.starves(first);
        host.starves(second);
        host.starves(first);
        assertThat(host.starving()).isEqualTo(2);
        assertThat(host.nextStarved()).isSameAs(first);
        host.starves(first); // behind the other one
        assertThat(host.nextStarved()).isSameAs(second);
        assertThat(host.nextStarved()).isSameAs(first);
        assertThat(host.nextStarved()).isNull();
    }

    @Test
    void shouldReportWhatIsLeftOver() {
        Audit audit = new Audit();
        Component holder = new Component() {};
        host.audit(audit, holder);
        assertThat(audit.findings()).isEmpty();
        host.takePlace();
        host.starves(device(1));
        host.audit(audit, holder);
        assertThat(audit.findings()).hasSize(2);
    }

    @Test
    void shouldRefuseLimitsBelowOne() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ScsiHost("host0", 0, TestTarget.lock(), LINE));
        assertThatIllegalArgumentException().isThrownBy(() -> device(0));
    }
}
