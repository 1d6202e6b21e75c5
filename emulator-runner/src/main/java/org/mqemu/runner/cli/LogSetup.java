package org.mqemu.runner.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Sends the log's warnings to standard error, a line for each: {@code mqemu: MESSAGE}.
 *
 * <p>Found by Logback as a service. A logback.xml would do the same, but the parser for it takes most of the time that
 * a log needs to start. {@code -Dlogback.configurationFile=FILE} still gets a configuration of its own.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

    /** For the service loader. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Line line = new Line();
        line.setContext(context);
        line.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(line);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** A message, and what threw it, but not from where. */
    private static final class Line extends LayoutBase<ILoggingEvent> {
        @Override
        public String doLayout(ILoggingEvent event) {
            String text = "mqemu: " + OneLine.of(event.getFormattedMessage());
            IThrowableProxy thrown = event.getThrowableProxy();
            if (thrown != null) {
                text += " (" + thrown.getClassName() + ": " + OneLine.of(String.valueOf(thrown.getMessage())) + ")";
            }
            return text + "\n";
        }
    }
}
