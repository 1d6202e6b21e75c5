package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.fio.ContinueOnError;
import org.mqemu.blkmq.fio.IoError;
import org.mqemu.blkmq.fio.ThreadErrors;
import org.mqemu.runner.report.JobError;

/** A fio thread's errors as fio 3.33 reports them. */
final class JobErrors {
    /** Where fio 3.33 notes that an I/O has failed. */
    private static final String PLACE = "file:io_u.c:1876, func=io_u error, error=";

    private JobErrors() {}

    static JobError of(ThreadErrors errors, int pid) {
        BlockStatus fatal = errors.error();
        BlockStatus shown = fatal == null ? errors.firstIgnored() : fatal;
        String text = shown == null ? "" : PLACE + shown.strerror();
        List<String> messages = new ArrayList<>();
        for (IoError error : errors.fatal()) {
            messages.add(error.line());
        }
        if (fatal != null) {
            messages.add("fio: pid=" + pid + ", err=" + fatal.errno() + "/" + text);
        }
        return new JobError(shown == null ? 0 : shown.errno(), text, fatal != null, messages, ignored(errors));
    }

    private static JobError.@Nullable Ignored ignored(ThreadErrors errors) {
        if (errors.rule() == ContinueOnError.NONE) {
            return null;
        }
        BlockStatus first = errors.firstIgnored();
        return new JobError.Ignored(
                errors.ignored(), first == null ? 0 : first.errno(), first == null ? "Success" : first.strerror());
    }
}
