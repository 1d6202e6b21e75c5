package org.mqemu.runner.settings;

import java.nio.file.Path;

/** Names files for people. */
final class ShownPath {

    private ShownPath() {}

    /** The path relative to the working directory if it lies below, else the absolute path. */
    static String of(Path file) {
        Path here = Path.of("").toAbsolutePath().normalize();
        Path absolute = file.toAbsolutePath().normalize();
        if (absolute.equals(here)) {
            return ".";
        }
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }
}
