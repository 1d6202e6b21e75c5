package org.mqemu.runner.cli;

/** Keeps a message on one line, whatever a file's name or a value in it holds. */
final class OneLine {

    private OneLine() {}

    /** The text with each control character as an escape, so that it can neither break the line nor steer a terminal. */
    static String of(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        line.append(String.format("\\x%02x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        return line.toString();
    }
}
