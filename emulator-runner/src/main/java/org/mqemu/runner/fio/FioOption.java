package org.mqemu.runner.fio;

import org.jspecify.annotations.Nullable;

/**
 * One option as it was given, after {@code ${NAME}} and keywords were replaced.
 *
 * @param name the option's name as written, which may be an alias
 * @param value the text after {@code =}, trimmed; null for a bare flag
 * @param file the file as it was named, or {@code --set}
 * @param line line in the file, from 1; 0 for {@code --set}
 * @param column column of the name, from 1; 0 for {@code --set}
 */
public record FioOption(String name, @Nullable String value, String file, int line, int column) {

    /**
     * The value as text.
     *
     * @return the value; empty for a bare flag
     */
    public String valueOrEmpty() {
        return value == null ? "" : value;
    }
}
