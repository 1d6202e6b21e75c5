package org.mqemu.blkmq.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DmesgTest {
    private static final long S = 1_000_000_000L;

    private final Dmesg dmesg = new Dmesg();

    @Test
    void shouldWriteSecondsAndMicrosecondsBeforeEachLineInTheOrderOfTime() throws IOException {
        dmesg.print(3_012_345_678L, LogLevel.ERR, "second");
        dmesg.print(999, LogLevel.INFO, "first");
        dmesg.print(3_012_345_678L, LogLevel.INFO, "third");
        dmesg.print(123_456_000_001_000L, LogLevel.INFO, "last");
        StringBuilder out = new StringBuilder();
        dmesg.writeTo(out);
        assertThat(out)
                .hasToString("[    0.000000] first\n[    3.012345] second\n[    3.012345] third\n"
                        + "[123456.000001] last\n");
    }

    @Test
    void shouldAllowTenOfAKindInFiveSecondsAndThenTellHowManyItRefused() {
        List<Boolean> allowed = new ArrayList<>();
        for (int i = 0; i < 13; i++) {
            allowed.add(dmesg.allows(S + i, "print_it"));
        }
        assertThat(allowed.subList(0, 10)).containsOnly(true);
        assertThat(allowed.subList(10, 13)).containsOnly(false);
        assertThat(dmesg.allows(S, "print_something_else")).isTrue();
        assertThat(dmesg.messages()).isEmpty();
        assertThat(dmesg.allows(7 * S, "print_it")).isTrue();
        assertThat(dmesg.messages())
                .containsExactly(new Dmesg.Message(7 * S, LogLevel.WARNING, "print_it: 3 callbacks suppressed"));
    }
}
