package org.mqemu.blkmq.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A machine's kernel log: keeps all messages, in the order of emulated time. */
public final class Dmesg implements KernelLog {
    private static final long NS_PER_US = 1_000;
    private static final long US_PER_S = 1_000_000;

    private final List<Message> messages = new ArrayList<>();
    private final Map<String, RateLimit> limits = new LinkedHashMap<>();

    /** Creates an empty log. */
    public Dmesg() {}

    /**
     * A message.
     *
     * @param atNs the emulated time, in nanoseconds
     * @param level its level
     * @param text the line
     */
    public record Message(long atNs, LogLevel level, String text) {
        /** Returns the line as dmesg prints it: seconds and microseconds since the start in brackets, then the text. */
        public String line() {
            long us = atNs / NS_PER_US;
            String seconds = Long.toString(us / US_PER_S);
            String micros = Long.toString(US_PER_S + us % US_PER_S).substring(1);
            return "[" + " ".repeat(Math.max(0, 5 - seconds.length())) + seconds + "." + micros + "] " + text;
        }
    }

    @Override
    public synchronized void print(long atNs, LogLevel level, String text) {
        messages.add(new Message(atNs, level, text));
    }

    @Override
    public synchronized boolean allows(long atNs, String function) {
        RateLimit limit = limits.computeIfAbsent(function, any -> new RateLimit());
        int missed = limit.missedBefore(atNs);
        if (missed > 0) {
            print(atNs, LogLevel.WARNING, function + ": " + missed + " callbacks suppressed");
        }
        return limit.allows();
    }

    /** Returns the messages in the order of their times; those of one moment in the order in which they were printed. */
    public synchronized List<Message> messages() {
        List<Message> sorted = new ArrayList<>(messages);
        sorted.sort(Comparator.comparingLong(Message::atNs));
        return sorted;
    }

    /**
     * Writes the log as dmesg does, a message a line.
     *
     * @param out takes the lines
     * @throws IOException if it can not be written
     */
    public void writeTo(Appendable out) throws IOException {
        for (Message message : messages()) {
            out.append(message.line()).append('\n');
        }
    }
}
