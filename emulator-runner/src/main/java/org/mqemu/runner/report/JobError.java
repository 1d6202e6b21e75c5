package org.mqemu.runner.report;

/**
 * How a job ended.
 *
 * @param code the errno, 0 for a job without error
 * @param text what went wrong, empty without error
 */
public record JobError(int code, String text) {
    /** A job without error. */
    public static final JobError NONE = new JobError(0, "");
}
