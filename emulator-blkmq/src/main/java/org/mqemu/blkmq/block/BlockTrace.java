package org.mqemu.blkmq.block;

/**
 * Takes the block trace events of a device, as they happen.
 *
 * <p>Under the real-time clock CPUs call it concurrently.
 */
@FunctionalInterface
public interface BlockTrace {

    /**
     * Takes an event.
     *
     * @param event the event; a record of its own for each
     */
    void event(Event event);

    /**
     * One event.
     *
     * @param action what happened
     * @param atNs the emulated time
     * @param cpu the CPU that it happened on
     * @param pid the task that issued the bio or request, or 0 for a plug's own events
     * @param op what the bio or request does, or null for a plug's own events
     * @param sync whether somebody waits for it
     * @param preflush whether it asks for a flush before it (F in front of what blkparse prints)
     * @param fua whether it asks for durability when it ends (F behind)
     * @param sector the first sector
     * @param sectors the number of sectors
     * @param detail see {@link TraceAction}, otherwise 0
     * @param error 0, or the status of a completion as a negative errno
     */
    record Event(
            TraceAction action,
            long atNs,
            int cpu,
            int pid,
            org.mqemu.api.hardware.@org.jspecify.annotations.Nullable Op op,
            boolean sync,
            boolean preflush,
            boolean fua,
            long sector,
            int sectors,
            long detail,
            int error) {

        /** An event without flags of durability; see the other constructor. */
        public Event(
                TraceAction action,
                long atNs,
                int cpu,
                int pid,
                org.mqemu.api.hardware.@org.jspecify.annotations.Nullable Op op,
                boolean sync,
                long sector,
                int sectors,
                long detail,
                int error) {
            this(action, atNs, cpu, pid, op, sync, false, false, sector, sectors, detail, error);
        }
    }
}
