package org.mqemu.blkmq.fio;

import org.mqemu.api.hardware.Op;

/** After which errors of its I/Os a job goes on (fio's continue_on_error). */
public enum ContinueOnError {
    /** None: it ends with the first one. */
    NONE,
    /** Those of reads. */
    READ,
    /** Those of writes. */
    WRITE,
    /** All of these. */
    IO,
    /** Those of verification, which is not emulated. */
    VERIFY,
    /** All. */
    ALL;

    /**
     * Returns whether a job goes on after an error.
     *
     * @param op what failed
     */
    public boolean ignores(Op op) {
        return switch (this) {
            case NONE, VERIFY -> false;
            case READ -> op == Op.READ;
            case WRITE -> op != Op.READ;
            case IO, ALL -> true;
        };
    }
}
