package org.mqemu.runner.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first comment of a HOCON or fio file, which says what the file is about. */
final class FirstComment {

    private static final Pattern COMMENT = Pattern.compile("\\s*(?:#|//|;)\\s*(.*?)\\s*");

    private FirstComment() {}

    /**
     * The text of the first line that is a comment and says something; empty if there is none.
     *
     * @throws IOException if the file cannot be read
     */
    static String of(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Optional<String> first = lines.lines()
                    .map(COMMENT::matcher)
                    .filter(Matcher::matches)
                    .map(comment -> comment.group(1))
                    .filter(text -> !text.isEmpty())
                    .findFirst();
            return OneLine.of(first.orElse(""));
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof MalformedInputException) {
                return "";
            }
            throw e.getCause();
        }
    }
}
