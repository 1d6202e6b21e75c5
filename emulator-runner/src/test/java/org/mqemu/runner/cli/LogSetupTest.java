package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class LogSetupTest {

    @Test
    void shouldSayWarningsOnALineEach() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            new LogSetup().configure(context);
            context.getLogger("akka").info("fine");
            context.getLogger("akka").warn("odd {}\nline", 1);
            context.getLogger("akka").error("bad", new IllegalStateException("why"));
        } finally {
            System.setErr(before);
            context.stop();
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("mqemu: odd 1\\nline\nmqemu: bad (java.lang.IllegalStateException: why)\n");
    }

    @Test
    void shouldBeFound() {
        assertThat(ServiceLoader.load(Configurator.class).stream().map(ServiceLoader.Provider::type))
                .contains(LogSetup.class);
    }
}
