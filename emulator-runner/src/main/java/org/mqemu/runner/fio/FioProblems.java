package org.mqemu.runner.fio;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects problems and warnings while a file is read; the same one is kept once however many jobs inherit it. */
final class FioProblems {

    /** Warnings kept; a file with more is not read by anyone. */
    private static final int MAX_WARNINGS = 1000;

    private final List<FioProblem> problems = new ArrayList<>();
    private final Set<FioProblem> seen = new HashSet<>();
    private final Set<FioOption> rejected = new HashSet<>();
    private final Set<FioWarning> warnings = new LinkedHashSet<>();
    private final Map<Place, String> unset = new HashMap<>();

    private record Place(String file, int line) {}

    void add(FioProblem problem) {
        if (seen.add(problem) && problems.size() < FioError.MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** Whether further problems are only counted. */
    boolean isFull() {
        return problems.size() >= FioError.MAX_PROBLEMS;
    }

    /** Whether a problem with this option was noted before, for another job that inherits it. */
    boolean isRejected(FioOption option) {
        return rejected.contains(option);
    }

    void add(FioOption option, String text, String hint) {
        rejected.add(option);
        String help = hint.isEmpty() ? unset.getOrDefault(new Place(option.file(), option.line()), "") : hint;
        add(new FioProblem(option.file(), option.line(), option.column(), text, help));
    }

    void warn(String file, int line, String text) {
        if (warnings.size() < MAX_WARNINGS) {
            warnings.add(new FioWarning(file, line, text));
        }
    }

    /** Warns of a value that may be why the option is then rejected. */
    void warnOfValue(String file, int line, String text) {
        warn(file, line, text);
        unset.putIfAbsent(new Place(file, line), text);
    }

    List<FioWarning> warnings() {
        return List.copyOf(warnings);
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            List<String> files =
                    problems.stream().map(FioProblem::file).distinct().toList();
            List<FioProblem> inOrder = new ArrayList<>(problems);
            inOrder.sort(Comparator.comparingInt((FioProblem problem) -> files.indexOf(problem.file()))
                    .thenComparingInt(FioProblem::line));
            throw new FioError(inOrder, seen.size() - problems.size());
        }
    }
}
