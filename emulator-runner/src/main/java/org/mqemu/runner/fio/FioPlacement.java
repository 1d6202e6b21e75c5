package org.mqemu.runner.fio;

import java.util.List;

/**
 * How many copies of a job run, and where.
 *
 * @param numjobs copies, from 1 to 4096
 * @param thread true if copies are threads; processes are scheduled alike here
 * @param cpusAllowed CPUs the copies may run on, ascending; empty for all
 * @param policy how the CPUs are shared between the copies
 */
public record FioPlacement(int numjobs, boolean thread, List<Integer> cpusAllowed, Policy policy) {

    /** How CPUs are shared between the copies of a job. */
    public enum Policy {
        /** Every copy may run on every CPU allowed. */
        SHARED,
        /** Copy N runs on the Nth CPU allowed, starting over if there are more copies. */
        SPLIT
    }

    /** Copies the list. */
    public FioPlacement {
        cpusAllowed = List.copyOf(cpusAllowed);
    }
}
