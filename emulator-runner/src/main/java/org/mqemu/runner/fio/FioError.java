package org.mqemu.runner.fio;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A job file that cannot be used, with everything found wrong in it. Carries no stack trace: it is about the file, not
 * about this program.
 */
public final class FioError extends RuntimeException {

    /** Largest number of problems reported at once. */
    public static final int MAX_PROBLEMS = 20;

    private static final long serialVersionUID = 1L;

    private final transient List<FioProblem> problems;

    FioError(List<FioProblem> problems, int leftOut) {
        super(message(problems, leftOut), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /**
     * One problem.
     *
     * @param file the file as it was named
     * @param line the line, from 1; 0 if it belongs to no line
     * @param text what is wrong and what would be valid
     */
    public FioError(String file, int line, String text) {
        this(List.of(new FioProblem(file, line, 0, text, "")), 0);
    }

    /**
     * What was found, in the order it was found.
     *
     * @return from 1 to {@link #MAX_PROBLEMS} problems
     */
    public List<FioProblem> problems() {
        return problems;
    }

    /**
     * File of the first problem.
     *
     * @return the file as it was named, or {@code --set}
     */
    public String file() {
        return problems.get(0).file();
    }

    /**
     * Line of the first problem.
     *
     * @return line from 1; 0 if it belongs to no line
     */
    public int line() {
        return problems.get(0).line();
    }

    /**
     * Column of the first problem.
     *
     * @return column from 1; 0 if it belongs to the whole line
     */
    public int column() {
        return problems.get(0).column();
    }

    /**
     * Hint of the first problem.
     *
     * @return what to try instead; may be empty
     */
    public String hint() {
        return problems.get(0).hint();
    }

    private static String message(List<FioProblem> problems, int leftOut) {
        String text = problems.stream().map(FioProblem::toString).collect(Collectors.joining("\n"));
        return leftOut > 0 ? text + "\n... and " + leftOut + " more" : text;
    }
}
