package org.mqemu.blkmq.elevator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mqemu.api.hardware.Op;

/** A real kernel's block trace, as the resource files of this package have it. */
record RecordedRun(String name, List<Event> events) {

    static RecordedRun read(String name) {
        try (InputStream in = RecordedRun.class.getResourceAsStream(name + ".tsv")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new RecordedRun(
                    name,
                    text.lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(Event::parse)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the kernel merged the bio of a Q, rather than getting a request for it. */
    boolean isMerged(int index) {
        Event queued = events.get(index);
        for (Event event : events.subList(index + 1, events.size())) {
            if (event.action == 'Q') {
                return false; // one thread submits, one bio after the other
            }
            if (event.isMerge() && event.sector == queued.sector) {
                return true;
            }
        }
        return false;
    }

    long count(String actions) {
        return events.stream()
                .filter(event -> actions.indexOf(event.action) >= 0)
                .count();
    }

    /** One record. */
    record Event(long timeNs, int cpu, char action, Op op, long sector, int sectors) {

        private static Event parse(String line) {
            String[] fields = line.split("\t", -1);
            return new Event(
                    Long.parseLong(fields[0]),
                    Integer.parseInt(fields[1]),
                    fields[2].charAt(0),
                    fields[3].equals("W") ? Op.WRITE : Op.READ,
                    Long.parseLong(fields[4]),
                    Integer.parseInt(fields[5]));
        }

        boolean isMerge() {
            return action == 'M' || action == 'F';
        }
    }
}
