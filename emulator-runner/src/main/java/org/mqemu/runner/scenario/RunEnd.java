package org.mqemu.runner.scenario;

import java.util.List;
import java.util.OptionalLong;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.Settings;
import org.mqemu.runner.fio.FioTiming;

/** When a run ends at the latest, and what would come only after that. */
final class RunEnd {
    private RunEnd() {}

    /**
     * Returns when the jobs have ended at the latest, in nanoseconds of emulated time; nothing if some have no runtime.
     *
     * @param turns the jobs by turns
     */
    static OptionalLong of(List<JobPlan.Turn> turns) {
        long endNs = 0;
        for (JobPlan.Turn turn : turns) {
            FioTiming timing = turn.jobs().get(0).job().timing();
            if (timing.runtimeNs() == 0) {
                return OptionalLong.empty();
            }
            endNs += timing.startDelayNs() + timing.rampTimeNs() + timing.runtimeNs();
        }
        return OptionalLong.of(endNs);
    }

    /** Refuses faults that begin, and changes that are made, when all jobs have ended. */
    static void check(Settings root, TimelineSettings timeline, long endNs) {
        Problems problems = new Problems();
        String message = "never comes: the jobs have ended by " + endNs / 1e9 + " s";
        String hint = "write an earlier time, or give the jobs a longer runtime";
        for (Settings fault : root.list("faults")) {
            for (String key : List.of("at", "from")) {
                if (fault.has(key) && fault.durationNs(key, 0, Long.MAX_VALUE) >= endNs) {
                    problems.check(() -> {
                        throw fault.problem(key, fault.text(key) + " " + message, hint);
                    });
                }
            }
        }
        for (TimelineSettings.Change change : timeline.changes()) {
            if (change.atNs() >= endNs) {
                problems.check(() -> {
                    throw change.wrong().about(message, hint);
                });
            }
        }
        problems.throwIfAny();
    }
}
