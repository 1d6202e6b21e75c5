package org.mqemu.runner.fio;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Makes jobs: fio's defaults, then the global sections above, then the job's own options, then overrides. */
final class FioJobBuilder {

    private static final int MAX_OPTIONS = 1000;

    private final FioContext context;
    private final FioProblems problems;
    private final List<FioOption> overrides;
    private final Set<String> overriddenFirst = new HashSet<>();
    private List<FioOption> inherited = List.of();
    private final List<FioOption> inheritedSorted = new ArrayList<>();
    private boolean warnedOfDirect;
    private int copies;

    FioJobBuilder(FioContext context, FioOverrides overrides, FioProblems problems) {
        this.context = context;
        this.problems = problems;
        this.overrides = FioOptionTable.inOrderOfPriority(
                overrides.options().stream().map(this::substituted).toList());
        for (FioOption override : this.overrides) {
            if (FioOptionTable.priority(override) > 0) {
                overriddenFirst.add(FioOptionTable.canonical(override.name()));
            }
        }
    }

    private FioOption substituted(FioOption override) {
        String value = override.valueOrEmpty();
        try {
            String replaced = new FioSubstitution(context)
                    .replace(override.name(), value, text -> problems.warnOfValue(override.file(), 0, text));
            return override.value() == null ? override : FioOverrides.option(override.name(), replaced);
        } catch (FioBadValue e) {
            problems.add(override, e.sentence(override), e.hint());
            return override;
        }
    }

    List<FioJob> build(List<FioSection> sections) {
        List<FioJob> jobs = new ArrayList<>();
        for (FioSection section : sections) {
            if (!fits(section)) {
                return jobs;
            }
            if (section.isGlobal()) {
                inherited = Stream.concat(inherited.stream(), section.options().stream())
                        .toList();
                inheritedSorted.addAll(FioOptionTable.inOrderOfPriority(section.options()));
            } else {
                addJob(section, jobs);
            }
        }
        if (jobs.isEmpty()) {
            applyInherited(new FioJobDraft(new FioSection("", "", 0, List.of()), context, problems));
        }
        return jobs;
    }

    private void addJob(FioSection section, List<FioJob> jobs) {
        FioJobDraft draft = new FioJobDraft(section, context, problems);
        applyInherited(draft);
        applyUnlessOverridden(draft, FioOptionTable.inOrderOfPriority(section.options()), FioJobDraft.Scope.OWN);
        overrides.stream()
                .filter(option -> FioOptionTable.priority(option) <= 0)
                .forEach(option -> draft.apply(option, FioJobDraft.Scope.OVERRIDE));
        List<FioOption> own = new ArrayList<>(section.options());
        own.addAll(overrides);
        FioJob job = new FioSettler(draft, section, problems).settle(inherited, own);
        copies += draft.numjobs;
        if (copies > FioValues.MAX_JOBS) {
            problems.add(new FioProblem(
                    section.file(),
                    section.line(),
                    0,
                    "too many jobs: expected at most " + FioValues.MAX_JOBS + ", numjobs counted",
                    ""));
        }
        if (job != null) {
            jobs.add(job);
            warnOfDirect(draft, section);
        }
    }

    private void applyInherited(FioJobDraft draft) {
        overrides.stream()
                .filter(option -> FioOptionTable.priority(option) > 0)
                .forEach(option -> draft.apply(option, FioJobDraft.Scope.OVERRIDE));
        applyUnlessOverridden(draft, inheritedSorted, FioJobDraft.Scope.GLOBAL);
    }

    private void applyUnlessOverridden(FioJobDraft draft, List<FioOption> options, FioJobDraft.Scope scope) {
        for (FioOption option : options) {
            if (!overriddenFirst.contains(FioOptionTable.canonical(option.name()))) {
                draft.apply(option, scope);
            }
        }
    }

    private boolean fits(FioSection section) {
        boolean fits = inherited.size() + section.options().size() <= MAX_OPTIONS && copies <= FioValues.MAX_JOBS;
        if (!fits && copies <= FioValues.MAX_JOBS) {
            problems.add(new FioProblem(
                    section.file(),
                    section.line(),
                    0,
                    "too many options: expected at most " + MAX_OPTIONS + " for a job",
                    ""));
        }
        return fits;
    }

    private void warnOfDirect(FioJobDraft draft, FioSection section) {
        if (!warnedOfDirect && draft.given("direct") == null && draft.given("buffered") == null) {
            warnedOfDirect = true;
            problems.warn(
                    section.file(),
                    section.line(),
                    "direct is not given, and 0 by default; no page cache is emulated; treated as direct=1");
        }
    }
}
