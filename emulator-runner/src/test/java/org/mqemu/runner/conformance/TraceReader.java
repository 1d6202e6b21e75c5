package org.mqemu.runner.conformance;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.BlockTrace;

/** Counts what comes by in a block trace, as the recorded ones were counted. */
final class TraceReader implements BlockTrace {
    private static final int SECTORS_PER_PAGE = 8;

    private final Map<String, Integer> events = new TreeMap<>();
    private final Map<String, Integer> pages = new TreeMap<>();
    private final Map<String, Integer> lives = new TreeMap<>();
    private final Map<Place, StringBuilder> open = new HashMap<>();
    private final Map<Place, Integer> dispatchedOn = new HashMap<>();
    private int completed;
    private int completedWhereDispatched;

    /** What tells requests apart: two jobs may use the same sector at the same time. */
    private record Place(long sector, int pid, Op op) {
        static Place of(Event event) {
            return new Place(event.sector(), event.pid(), event.op());
        }
    }

    @Override
    public void event(Event event) {
        String letter = event.action().letter();
        events.merge(letter, 1, Integer::sum);
        switch (event.action()) {
            case QUEUE, SPLIT, GET_REQUEST, INSERT, REQUEUE -> append(event, letter);
            case BACK_MERGE -> merged(event);
            case FRONT_MERGE -> {
                merged(event);
                moves(event);
            }
            case ISSUE -> {
                append(event, letter);
                pages.merge(String.valueOf(event.sectors() / SECTORS_PER_PAGE), 1, Integer::sum);
                dispatchedOn.put(Place.of(event), event.cpu());
            }
            case COMPLETE -> {
                append(event, letter);
                lives.merge(open.remove(Place.of(event)).toString(), 1, Integer::sum);
                completed++;
                Integer cpu = dispatchedOn.get(Place.of(event));
                completedWhereDispatched += cpu != null && cpu == event.cpu() ? 1 : 0;
            }
            case PLUG, UNPLUG, UNPLUG_TIMER, SLEEP_REQUEST, REMAP -> {}
        }
    }

    /** The bio's own Q is no part of any request's life; a whole request that went into another one has none. */
    private void merged(Event event) {
        StringBuilder life = open.get(Place.of(event));
        if (life.charAt(life.length() - 1) == 'Q' || life.charAt(life.length() - 1) == 'X') {
            life.setLength(life.length() - 1);
        } else {
            life.setLength(0);
        }
        if (life.isEmpty()) {
            open.remove(Place.of(event));
        }
    }

    /** The request behind the bio begins where the bio does from now on; another job may have begun it. */
    private void moves(Event event) {
        long oldSector = event.sector() + event.sectors();
        Place old = open.keySet().stream()
                .filter(place -> place.sector() == oldSector && place.op() == event.op())
                .findFirst()
                .orElseThrow();
        open.put(new Place(event.sector(), old.pid(), old.op()), open.remove(old));
    }

    private void append(Event event, String letter) {
        open.computeIfAbsent(Place.of(event), any -> new StringBuilder()).append(letter);
    }

    /** Returns whether every request that began has completed. */
    boolean isQuiet() {
        return open.isEmpty();
    }

    TraceFigures figures() {
        return new TraceFigures(events, pages, lives, completedWhereDispatched, completed);
    }
}
