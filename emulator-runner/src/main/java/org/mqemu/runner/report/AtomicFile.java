package org.mqemu.runner.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole or not at all: written beside their place, then renamed into it. */
public final class AtomicFile {
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
        Path place = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
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
