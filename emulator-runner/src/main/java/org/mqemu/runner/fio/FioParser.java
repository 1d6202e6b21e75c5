package org.mqemu.runner.fio;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the text of a job file, and of the files it includes, into sections. */
final class FioParser {

    private static final int MAX_INCLUDE_DEPTH = 16;
    private static final int MAX_INCLUDES = 200;
    private static final int MAX_LINES = 200_000;
    private static final int MAX_CHARS = 4 << 20;
    private static final int MAX_NAME_CHARS = 255;
    private static final Pattern INCLUDE = Pattern.compile("include(?:[\\s=]\\s*(.*))?");

    private final FioSubstitution substitution;
    private final FioProblems problems;
    private final List<FioSection> sections = new ArrayList<>();
    private final List<FioOption> options = new ArrayList<>();
    private final Deque<Path> including = new ArrayDeque<>();
    private String sectionName = "";
    private String sectionFile = "";
    private int sectionLine;
    private int nested;
    private int lineCount;
    private int charCount;
    private int includeCount;

    FioParser(FioContext context, FioProblems problems) {
        this.substitution = new FioSubstitution(context);
        this.problems = problems;
    }

    List<FioSection> parse(String text, String origin) {
        read(text, origin);
        closeSection();
        return sections;
    }

    List<FioSection> parseFile(Path file, String origin) {
        including.push(real(file));
        return parse(FioText.read(file, origin), origin);
    }

    private void read(String text, String origin) {
        List<String> lines = FioText.lines(text, origin);
        lineCount += lines.size();
        charCount += text.length();
        if (lineCount > MAX_LINES || charCount > MAX_CHARS) {
            throw new FioError(
                    origin,
                    0,
                    "too long: expected at most " + MAX_LINES + " lines and " + MAX_CHARS
                            + " characters, includes counted");
        }
        for (int i = 0; i < lines.size(); i++) {
            String uncommented = lines.get(i).replaceFirst("[;#].*", "").stripTrailing();
            String line = uncommented.stripLeading();
            if (!line.isEmpty()) {
                read(line, origin, i + 1, uncommented.length() - line.length() + 1);
            }
        }
    }

    private void read(String line, String origin, int number, int column) {
        if (FioSubstitution.isTemplate(line)) {
            problem(
                    origin,
                    number,
                    column,
                    "unfilled template: " + FioText.shown(line),
                    "run the tool that fills it in first");
            return;
        }
        if (line.startsWith("[")) {
            openSection(line, origin, number, column);
            return;
        }
        if (sectionLine == 0) {
            problem(
                    origin,
                    number,
                    column,
                    "option outside of a section: " + FioText.shown(line),
                    "put [NAME] or [global] above it");
            return;
        }
        Matcher include = INCLUDE.matcher(line);
        if (include.matches()) {
            include(include.group(1) == null ? "" : include.group(1), origin, number, column);
            return;
        }
        addOption(line, origin, number, column);
    }

    private void openSection(String line, String origin, int number, int column) {
        int end = line.endsWith("]") ? line.length() - 1 : line.indexOf(']');
        if (nested > 0) {
            problem(origin, number, column, "a section in an included file", "includes hold options only");
            return;
        }
        if (end < 0 || end > MAX_NAME_CHARS) {
            String wanted = "expected [NAME] with at most " + MAX_NAME_CHARS + " characters";
            problem(origin, number, column, "bad section header " + FioText.shown(line) + ": " + wanted, "");
            end = Math.min(line.length(), MAX_NAME_CHARS);
        } else if (end < line.length() - 1) {
            problems.warn(origin, number, "text after ] is passed over");
        }
        closeSection();
        sectionName = line.substring(1, end);
        sectionFile = origin;
        sectionLine = number;
        if (!"global".equals(sectionName) && sectionName.startsWith("global")) {
            problems.warn(
                    origin,
                    number,
                    "as in fio, [" + FioText.shown(sectionName) + "] holds defaults, since it starts with global");
        }
    }

    private void closeSection() {
        if (sectionLine > 0) {
            sections.add(new FioSection(sectionName, sectionFile, sectionLine, options));
            options.clear();
        }
    }

    private void addOption(String line, String origin, int number, int column) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            options.add(new FioOption(line, null, origin, number, column));
            return;
        }
        String name = line.substring(0, equals).stripTrailing();
        String value = line.substring(equals + 1).strip();
        try {
            String replaced = substitution.replace(name, value, text -> problems.warnOfValue(origin, number, text));
            options.add(new FioOption(name, replaced.strip(), origin, number, column));
        } catch (FioBadValue e) {
            FioOption option = new FioOption(name, value, origin, number, column);
            problems.add(option, e.sentence(option), e.hint());
        }
    }

    private void include(String name, String origin, int number, int column) {
        if (name.isEmpty()) {
            problem(origin, number, column, "include needs a file: expected include FILE", "");
            return;
        }
        if (nested >= MAX_INCLUDE_DEPTH || ++includeCount > MAX_INCLUDES) {
            throw new FioError(
                    origin,
                    number,
                    "too many includes: expected at most " + MAX_INCLUDE_DEPTH + " within each other and "
                            + MAX_INCLUDES + " in all");
        }
        Path file;
        try {
            file = Path.of(origin).resolveSibling(name);
        } catch (InvalidPathException e) {
            problem(origin, number, column, "cannot include " + FioText.shown(name) + ": not a file name", "");
            return;
        }
        Path real = real(file);
        if (including.contains(real)) {
            problem(origin, number, column, "cannot include " + FioText.shown(name) + ": it includes itself", "");
            return;
        }
        including.push(real);
        nested++;
        try {
            read(FioText.read(file, file.toString()), file.toString());
        } catch (FioError e) {
            FioProblem first = e.problems().get(0);
            if (first.line() > 0) {
                throw e;
            }
            problem(origin, number, column, "cannot include " + FioText.shown(name) + ": " + first.text(), "");
        } finally {
            including.pop();
            nested--;
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    private void problem(String origin, int line, int column, String text, String hint) {
        problems.add(new FioProblem(origin, line, column, text, hint));
    }
}
