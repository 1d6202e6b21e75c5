package org.mqemu.runner.fio;

/**
 * One thing wrong with a job file.
 *
 * @param file the file as it was named, or {@code --set} for an override
 * @param line line in the file, from 1; 0 if the problem belongs to no line
 * @param column column in the line, from 1; 0 if the problem belongs to the whole line
 * @param text what is wrong and what would be valid, without file and line
 * @param hint what to try instead; empty if there is nothing to suggest
 */
public record FioProblem(String file, int line, int column, String text, String hint) {

    /**
     * The problem as one line.
     *
     * @return {@code FILE:LINE: TEXT (HINT)}, leaving out what is absent
     */
    @Override
    public String toString() {
        return FioProblem.where(file, line) + ": " + text + (hint.isEmpty() ? "" : " (" + hint + ")");
    }

    /** {@code FILE:LINE}, or {@code FILE} alone for line 0. */
    static String where(String file, int line) {
        return line > 0 ? file + ":" + line : file;
    }
}
