package org.mqemu.runner.fio;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settles options that depend on each other, as fio does once a job's options are read. */
final class FioSettler {

    private final FioJobDraft draft;
    private final FioSection section;
    private final FioProblems problems;

    FioSettler(FioJobDraft draft, FioSection section, FioProblems problems) {
        this.draft = draft;
        this.section = section;
        this.problems = problems;
    }

    /** The job, or null if the options do not go together; the reasons have then been noted. */
    @Nullable FioJob settle(List<FioOption> inherited, List<FioOption> own) {
        FioBlockSizes blocks = new FioBlockSizes(draft.blockBytes[0], draft.blockBytes[1], draft.blockBytes[2]);
        check(blocks);
        if (draft.isRejected()) {
            return null;
        }
        return new FioJob(
                draft.name,
                draft.description,
                draft.filenames,
                draft.direct,
                new FioPattern(
                        draft.rw, blocks, draft.readPercent, draft.norandommap, draft.randrepeat, draft.randseed),
                new FioExtent(draft.size, draft.ioSize, draft.offset, draft.offsetIncrement, draft.numberIos),
                queueing(),
                new FioTiming(
                        draft.runtimeNs, timeBased(), draft.rampTimeNs, draft.startDelayNs, draft.continueOnError),
                new FioPlacement(draft.numjobs, draft.thread, draft.cpusAllowed, draft.policy),
                new FioGrouping(draft.stonewall, draft.newGroup, draft.groupReporting),
                new FioReporting(
                        draft.kbBase,
                        draft.unitBase,
                        draft.percentileList,
                        draft.gtodReduce,
                        draft.disableClat,
                        draft.disableSlat,
                        draft.disableLat),
                inherited,
                own,
                section.file(),
                section.line(),
                section.name());
    }

    private void check(FioBlockSizes blocks) {
        FioOption size = draft.given("size");
        if (size != null && draft.size.unit() == FioSize.Unit.BYTES && draft.size.value() < blocks.minBytes()) {
            draft.reject(
                    size,
                    "bad value \"" + size.valueOrEmpty() + "\" for size: expected at least one block, "
                            + blocks.minBytes() + " bytes",
                    "");
        }
        FioOption reap = draft.given("userspace_reap");
        if (reap != null && !"libaio".equals(draft.engine.name())) {
            draft.reject(
                    reap,
                    "userspace_reap belongs to ioengine=libaio, and this job has ioengine=" + draft.engine.name(),
                    "");
        }
        FioOption hipri = draft.given("hipri");
        if (hipri != null && !List.of("io_uring", "pvsync2").contains(draft.engine.name())) {
            draft.reject(
                    hipri,
                    "hipri belongs to ioengine=io_uring and pvsync2 here, and this job has ioengine="
                            + draft.engine.name(),
                    "");
        }
    }

    private FioQueueing queueing() {
        int depth = draft.iodepth;
        if (draft.engine.submission() == FioSubmission.SYNC && depth > 1) {
            String byDefault = draft.given("ioengine") == null ? " (the default)" : "";
            warn(
                    "iodepth",
                    "iodepth=" + depth + " has no effect with the synchronous ioengine=" + draft.engine.name()
                            + byDefault + ": one I/O is in flight; write ioengine=libaio for more");
            depth = 1;
        } else if (draft.batchSubmit > depth) {
            warn(
                    "iodepth_batch",
                    "iodepth_batch=" + draft.batchSubmit + " is more than iodepth=" + depth + "; as in fio, " + depth
                            + " is taken");
        }
        int max = Math.max(draft.batchCompleteMin, draft.batchCompleteMax);
        if (draft.batchCompleteMax != 0 && draft.batchCompleteMax < max) {
            warn(
                    "iodepth_batch_complete_max",
                    "iodepth_batch_complete_max=" + draft.batchCompleteMax
                            + " is less than iodepth_batch_complete_min; as in fio, " + max + " is taken");
        }
        return new FioQueueing(
                draft.engine,
                depth,
                withinDepth(draft.batchSubmit, depth),
                draft.batchCompleteMin,
                max,
                withinDepth(draft.depthLow, depth),
                draft.userspaceReap,
                draft.hipri);
    }

    private static int withinDepth(int value, int depth) {
        return value == 0 || value > depth ? depth : value;
    }

    private boolean timeBased() {
        if (draft.timeBased && draft.runtimeNs == 0) {
            warn("time_based", "time_based has no effect without runtime");
            return false;
        }
        return draft.timeBased;
    }

    private void warn(String optionName, String text) {
        FioOption option = draft.given(optionName);
        if (option == null) {
            problems.warn(section.file(), section.line(), text);
        } else {
            problems.warn(option.file(), option.line(), text);
        }
    }
}
