package org.mqemu.runner.fio;

/**
 * Something in a job file that was accepted but does not do what it may be expected to do.
 *
 * @param file the file as it was named, or {@code --set} for an override
 * @param line line in the file, from 1; 0 if the warning belongs to no line
 * @param text one line, without file and line
 */
public record FioWarning(String file, int line, String text) {

    /**
     * The warning as one line.
     *
     * @return {@code FILE:LINE: warning: TEXT}
     */
    @Override
    public String toString() {
        return FioProblem.where(file, line) + ": warning: " + text;
    }
}
