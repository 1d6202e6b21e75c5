package org.mqemu.runner.report;

import java.util.List;

/**
 * The books of a run.
 *
 * @param total over all jobs
 * @param rooms per job, queue, HBA and drive
 * @param leaks what a part still held when the run had drained: a tag, a budget, a lock
 */
public record ConservationReport(Books total, List<Room> rooms, List<String> leaks) {
    /** Copies the list. */
    public ConservationReport {
        rooms = List.copyOf(rooms);
        leaks = List.copyOf(leaks);
    }

    /** Whether the total and every room balance and nothing leaked. */
    public boolean holds() {
        return leaks.isEmpty()
                && total.holds()
                && rooms.stream().allMatch(room -> room.books().holds());
    }

    /**
     * What went in and what became of it.
     *
     * @param submitted I/Os taken in
     * @param completed I/Os completed without error
     * @param failed I/Os completed with an error
     * @param inFlight I/Os still inside
     */
    public record Books(long submitted, long completed, long failed, long inFlight) {
        /** Whether submitted = completed + failed + in flight. */
        public boolean holds() {
            return submitted == completed + failed + inFlight;
        }
    }

    /**
     * A place that I/Os pass through.
     *
     * @param kind {@code job}, {@code queue}, {@code hba} or {@code drive}
     * @param name its name
     * @param books its books
     */
    public record Room(String kind, String name, Books books) {}
}
