package org.mqemu.runner.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job ended.
 *
 * @param code the errno, 0 for a job without error
 * @param text what went wrong, empty without error
 * @param fatal whether it ended because of that, instead of going on
 * @param messages what fio prints of it on standard error
 * @param ignored what it went on after, or null if it was not to go on (continue_on_error)
 */
public record JobError(
        int code,
        String text,
        boolean fatal,
        List<String> messages,
        @Nullable Ignored ignored) {
    /** A job without error. */
    public static final JobError NONE = new JobError(0, "");

    /** Copies the list. */
    public JobError {
        messages = List.copyOf(messages);
    }

    /** An error that ended the job, or none. */
    public JobError(int code, String text) {
        this(code, text, code != 0, List.of(), null);
    }

    /**
     * Errors that a job went on after.
     *
     * @param total how many
     * @param first the first one's errno, 0 if there was none
     * @param firstText its text
     */
    public record Ignored(long total, int first, String firstText) {
        Ignored plus(Ignored other) {
            Ignored named = first != 0 ? this : other;
            return new Ignored(total + other.total, named.first, named.firstText);
        }
    }

    /** This job's and another one's: the first error, all messages. */
    JobError plus(JobError other) {
        JobError named = code != 0 ? this : other;
        List<String> all = new ArrayList<>(messages);
        all.addAll(other.messages);
        Ignored mine = ignored;
        Ignored others = other.ignored;
        return new JobError(
                named.code,
                named.text,
                fatal || other.fatal,
                all,
                mine == null ? others : others == null ? mine : mine.plus(others));
    }
}
