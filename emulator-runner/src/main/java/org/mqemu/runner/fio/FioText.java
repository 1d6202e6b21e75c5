package org.mqemu.runner.fio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads text that is not to be trusted: bounded, strict UTF-8, no control characters. */
final class FioText {

    /** Largest file read. Real job files are a few KiB. */
    static final int MAX_FILE_BYTES = 1 << 20;

    /** Longest line; fio's own limit. */
    static final int MAX_LINE_CHARS = 8191;

    private static final int SHOWN_CHARS = 80;

    private FioText() {}

    static String read(Path file, String origin) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new FioError(origin, 0, "no such file");
        } catch (IOException e) {
            throw new FioError(origin, 0, "cannot be read: " + e.getMessage());
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw tooLarge(origin);
        }
        return decode(bytes, origin);
    }

    private static String decode(byte[] bytes, String origin) {
        CharBuffer out = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(in, out, true);
        if (result.isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new FioError(origin, line, "not a job file: expected text in UTF-8");
        }
        return out.flip().toString();
    }

    /** Splits into lines without their ends, after checking that it is text at all. */
    static List<String> lines(String text, String origin) {
        if (text.length() > MAX_FILE_BYTES) {
            throw tooLarge(origin);
        }
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        List<String> lines = List.of(body.split("\n", -1));
        for (int i = 0; i < lines.size(); i++) {
            check(lines.get(i), origin, i + 1);
        }
        return lines;
    }

    private static void check(String line, String origin, int number) {
        if (line.length() > MAX_LINE_CHARS) {
            throw new FioError(origin, number, "line too long: expected at most " + MAX_LINE_CHARS + " characters");
        }
        int end = line.endsWith("\r") ? line.length() - 1 : line.length();
        int at = controlCharacter(line.substring(0, end));
        if (at >= 0) {
            String text = "not a job file: control character " + (int) line.charAt(at);
            throw new FioError(List.of(new FioProblem(origin, number, at + 1, text, "")), 0);
        }
    }

    /** Index of the first control character other than a tab, or -1. */
    static int controlCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i)) && text.charAt(i) != '\t') {
                return i;
            }
        }
        return -1;
    }

    /** A piece of the user's text, short enough to be put in a message. */
    static String shown(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
    }

    private static FioError tooLarge(String origin) {
        return new FioError(origin, 0, "not a job file: expected at most " + MAX_FILE_BYTES + " bytes");
    }
}
