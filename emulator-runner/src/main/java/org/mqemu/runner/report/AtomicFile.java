package org.mqemu.runner.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole or not at all: written beside their place, then renamed into it. */
public final class AtomicFile {
    private static final int MOST_LINKS = 40;

    private AtomicFile() {}

    /**
     * Writes text in UTF-8, replacing what was there.
     *
     * <p>A link is followed. A target that is no regular file, such as {@code /dev/stdout} or a pipe, is written
     * directly.
     *
     * @throws IOException when it cannot be written; the target is then as before
     */
    public static void write(Path target, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            Files.write(target, bytes, StandardOpenOption.WRITE);
            return;
        }
        Path place = place(target);
        Path name = place.getFileName();
        if (name == null) {
            throw new IOException("no file name: " + target);
        }
        Path temporary =
                place.resolveSibling("." + name + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            writeThrough(temporary, bytes);
            Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Returns where a file is, or would be: what its links lead to, be it there or not.
     *
     * @param target the file, or a link to it
     * @throws IOException if the links lead in a circle
     */
    public static Path place(Path target) throws IOException {
        Path place = target.toAbsolutePath();
        for (int links = 0; !Files.exists(place) && Files.isSymbolicLink(place); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemException(target.toString(), null, "is a symbolic link that leads in a circle");
            }
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        return Files.exists(place) ? place.toRealPath() : place;
    }

    private static void writeThrough(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }
}
