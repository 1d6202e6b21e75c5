package org.mqemu.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.settings.Spelling;

/**
 * The files that come with the program.
 *
 * @param home the directory that holds {@code conf}
 */
record Shipped(Path home) {

    /** What they are; each kind has a directory of its own. */
    enum Kind {
        SCENARIOS("scenarios", ".conf"),
        KERNELS("kernels", ".conf"),
        MACHINES("machines", ".conf"),
        HBAS("hbas", ".conf"),
        DRIVES("drives", ".conf"),
        JOBS("jobs", ".fio");

        private final String directory;
        private final String ending;

        Kind(String directory, String ending) {
            this.directory = directory;
            this.ending = ending;
        }

        String title() {
            return directory;
        }

        /** The file's name without directories and ending. */
        String nameOf(Path file) {
            String name = String.valueOf(file.getFileName());
            return name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        }
    }

    /** The directory of them all. */
    Path conf() {
        return home.resolve("conf");
    }

    /**
     * The files of a kind, by name; none if there is no such directory.
     *
     * @throws IOException if the directory cannot be read
     */
    List<Path> files(Kind kind) throws IOException {
        Path directory = conf().resolve(kind.directory);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(kind.ending))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /**
     * The file that a user means: one of their own if there is one, else one of the kind that is shipped, with or
     * without its ending.
     *
     * @throws SettingsException if there is neither
     */
    Path find(Kind kind, String name) {
        try {
            Path own = Path.of(name);
            if (!Files.isDirectory(own) && Files.exists(own)) {
                return own;
            }
            Path directory = conf().resolve(kind.directory);
            for (String candidate : List.of(name, name + kind.ending)) {
                if (Files.isRegularFile(directory.resolve(candidate))) {
                    return directory.resolve(candidate);
                }
            }
            if (!name.isEmpty() && Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
                String what =
                        Files.isDirectory(own) ? "is a directory, not a file" : "is a symbolic link that leads nowhere";
                throw new SettingsException(new Problem(name, "", what, ""));
            }
        } catch (InvalidPathException e) {
            throw new SettingsException(new Problem(name, "", "is no file's name", ""));
        }
        String shown = name.isEmpty() ? "\"\"" : name;
        throw new SettingsException(new Problem(shown, "", "there is no such file", hint(kind, name)));
    }

    private String hint(Kind kind, String name) {
        try {
            List<String> names = files(kind).stream().map(kind::nameOf).toList();
            Optional<String> near = Spelling.nearest(kind.nameOf(Path.of(name)), names);
            return near.map(guess -> "did you mean " + guess + "?")
                    .orElse("\"mqemu list\" shows the " + kind.title() + " that come with mqemu");
        } catch (IOException e) {
            return "";
        }
    }
}
