package org.mqemu.runner.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.mqemu.runner.report.AtomicFile;

/** Tries whether a file can be written, without touching it. */
final class OutputProbe {

    private OutputProbe() {}

    /**
     * Makes a file beside the target and removes it: permissions, a read-only or full file system and a name too long
     * show in no other way. A device or pipe is only asked for its permission.
     *
     * @throws IOException if the target could not be written
     */
    static void check(Path target) throws IOException {
        if (Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "is a directory");
        }
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new AccessDeniedException(target.toString());
        }
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            return;
        }
        Path place = AtomicFile.place(target);
        Path directory = place.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new NoSuchFileException(target.toString(), null, "there is no directory " + directory);
        }
        String name = "." + place.getFileName() + "." + ProcessHandle.current().pid() + ".tmp";
        Path probe = place.resolveSibling(name);
        Files.createFile(probe);
        Files.delete(probe);
    }

    /** What went wrong with a file, for people. */
    static String describe(Path file, IOException e) {
        if (e instanceof AccessDeniedException) {
            return file + ": may not be written (permission denied)";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return file + ": " + (reason == null ? "cannot be written" : reason);
    }
}
