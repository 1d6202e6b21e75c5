package org.mqemu.devices.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FifoServerTest {
    private final FifoServer server = new FifoServer();

    @Test
    void shouldStartAJobWhenTheOneInFrontIsDone() {
        assertThat(server.serve(100, 50)).isEqualTo(150);
        assertThat(server.serve(110, 50)).isEqualTo(200);
    }

    @Test
    void shouldStartAtOnceWhenFree() {
        server.serve(0, 10);
        assertThat(server.serve(1_000, 10)).isEqualTo(1_010);
        assertThat(server.freeAtNs()).isEqualTo(1_010);
    }

    @Test
    void shouldCountOnlyTheWorkDoneUntilThen() {
        server.serve(0, 10);
        server.serve(100, 50);
        server.serve(100, 50);
        assertThat(server.busyNs(100)).isEqualTo(10);
        assertThat(server.busyNs(130)).isEqualTo(40);
        assertThat(server.busyNs(1_000)).isEqualTo(110);
    }
}
