package org.mqemu.blkmq.fio;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockStatus;

/**
 * The errors of one fio thread: which one it ended with, and which it went on after.
 *
 * <p>Source: io_u.c of fio 3.33, io_completed, io_u_log_error and update_error_count.
 */
public final class ThreadErrors {
    /** Errors that are kept, so that they can be printed. */
    private static final int MOST_KEPT = 1_000;

    private final ContinueOnError rule;
    private final List<IoError> fatal = new ArrayList<>();
    private @Nullable BlockStatus error;
    private @Nullable BlockStatus first;
    private long count;
    private long ignored;

    ThreadErrors(ContinueOnError rule) {
        this.rule = rule;
    }

    /** Takes an error and returns whether the thread goes on. */
    boolean goesOnAfter(IoError failed) {
        count++;
        if (rule.ignores(failed.op())) {
            ignored++;
            if (first == null) {
                first = failed.status();
            }
            return true;
        }
        if (fatal.size() < MOST_KEPT) {
            fatal.add(failed);
        }
        if (error == null) {
            error = failed.status();
        }
        return false;
    }

    /** Returns the I/Os that failed, since the start. */
    public long count() {
        return count;
    }

    /** Returns the I/Os that failed and that the thread went on after (total_err). */
    public long ignored() {
        return ignored;
    }

    /** Returns the error that the thread ended with, or null. */
    public @Nullable BlockStatus error() {
        return error;
    }

    /** Returns the first of the errors that the thread went on after, or null. */
    public @Nullable BlockStatus firstIgnored() {
        return first;
    }

    /** Returns the I/Os that made the thread end, those that were in flight then included; the first thousand. */
    public List<IoError> fatal() {
        return List.copyOf(fatal);
    }

    /** Returns after which errors the thread goes on. */
    public ContinueOnError rule() {
        return rule;
    }
}
