package org.mqemu.runner.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;

/** Reads the text of a file: strict UTF-8 of at most {@value #MOST_BYTES} bytes. */
final class SourceText {

    static final int MOST_BYTES = 4 << 20;

    private SourceText() {}

    /** The text of the file, which the user knows by the name shown. */
    static String read(Path file, String shown) {
        if (Files.isDirectory(file)) {
            throw problem(shown, "is a directory, not a file");
        }
        if (!Files.exists(file)) {
            throw problem(
                    shown,
                    Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                            ? "is a symbolic link that leads nowhere"
                            : "there is no such file");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (AccessDeniedException e) {
            throw problem(shown, "may not be read (permission denied)");
        } catch (IOException e) {
            throw problem(shown, "cannot be read: " + e.getMessage());
        }
        if (bytes.length > MOST_BYTES) {
            throw problem(shown, "is larger than " + (MOST_BYTES >> 20) + " MiB");
        }
        return decode(bytes, shown);
    }

    private static String decode(byte[] bytes, String shown) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            int offset = in.position();
            int line = 1;
            for (int i = 0; i < offset; i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw problem(
                    shown + ":" + line,
                    String.format("is not UTF-8: byte 0x%02x at offset %d", bytes[offset] & 0xff, offset));
        }
        return out.flip().toString();
    }

    private static SettingsException problem(String origin, String message) {
        return new SettingsException(new Problem(origin, "", message, ""));
    }
}
