package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.mqemu.blkmq.block.BlockTrace;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.TraceAction;

/** Keeps the block trace events of disks. */
public final class TraceLog {
    private final List<BlockTrace.Event> events = new ArrayList<>();

    /** Begins to keep the events of disks. */
    public TraceLog(List<Disk> disks) {
        disks.forEach(disk -> disk.traceTo(events::add));
    }

    /** Returns all events. */
    public List<BlockTrace.Event> events() {
        return events;
    }

    /** Returns the letters of all events, such as {@code Q G P I U D C}. */
    public String letters() {
        return join(event -> true, event -> event.action().letter());
    }

    /** Returns the letters of the events of some sectors; those of the plug itself are left out. */
    public String letters(long sector, int sectors) {
        return join(
                event -> event.op() != null && event.sector() >= sector && event.sector() < sector + sectors,
                event -> event.action().letter());
    }

    /** Returns all events as {@code Q0+8}; a plug's own as {@code P} and {@code U2}. */
    public String lines() {
        return join(event -> true, event -> event.action().letter() + what(event));
    }

    private static String what(BlockTrace.Event event) {
        if (event.op() == null) {
            return event.action() == TraceAction.PLUG ? "" : Long.toString(event.detail());
        }
        return event.sector() + "+" + event.sectors();
    }

    /** Returns when the first event of a kind happened to a sector. */
    public long firstNs(TraceAction action, long sector) {
        return events.stream()
                .filter(event -> event.action() == action && event.sector() == sector)
                .findFirst()
                .orElseThrow()
                .atNs();
    }

    private String join(Predicate<BlockTrace.Event> which, Function<BlockTrace.Event, String> text) {
        return String.join(" ", events.stream().filter(which).map(text).toList());
    }
}
