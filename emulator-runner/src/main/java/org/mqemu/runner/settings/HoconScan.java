package org.mqemu.runner.settings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A glance over HOCON text for what its parser does not tell: the lines of the include statements, in their order; the
 * substitutions; how deep the nesting is; and whether the text is more than one value. Wrong text is left to the
 * parser to complain about.
 */
final class HoconScan {

    static final int DEEPEST = 200;

    private static final String SPECIAL = "$\"{}[]:=,+#`^?!@*&\\";

    /** A substitution: the path between its braces, and whether it may lead nowhere. */
    record Substitution(String path, boolean optional) {}

    private final String text;
    private final Deque<Character> open = new ArrayDeque<>();
    private final List<Integer> includeLines = new ArrayList<>();
    private final List<Substitution> substitutions = new ArrayList<>();
    private int at;
    private int line = 1;
    private int tooDeepLine;
    private boolean severed;
    private boolean keyMayFollow = true;
    private boolean valueMustFollow;

    HoconScan(String text) {
        this.text = text;
        while (at < text.length()) {
            step();
        }
    }

    /** The line, counted from 1, of each include statement. */
    List<Integer> includeLines() {
        return includeLines;
    }

    List<Substitution> substitutions() {
        return substitutions;
    }

    /** The first line nested deeper than {@link #DEEPEST}; 0 if there is none. */
    int tooDeepLine() {
        return tooDeepLine;
    }

    /** Whether a line feed, comma or comment outside of all brackets and quotes ends a value before the text ends. */
    boolean severed() {
        return severed;
    }

    private void step() {
        char c = text.charAt(at);
        if (c == '\n') {
            lineFeed();
        } else if (c == '#' || text.startsWith("//", at)) {
            severed |= open.isEmpty();
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        } else if (Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF') {
            at++;
        } else if (c == '"') {
            quoted();
            sawValue();
        } else if (text.startsWith("${", at)) {
            substitution();
            sawValue();
        } else if (SPECIAL.indexOf(c) >= 0) {
            punctuation(c);
        } else {
            word();
        }
    }

    private void lineFeed() {
        severed |= open.isEmpty();
        keyMayFollow |= inObject() && !valueMustFollow;
        line++;
        at++;
    }

    private void punctuation(char c) {
        at++;
        valueMustFollow = c == ':' || c == '=';
        keyMayFollow = false;
        if (c == '{' || c == '[') {
            open.push(c);
            keyMayFollow = c == '{';
            if (open.size() > DEEPEST && tooDeepLine == 0) {
                tooDeepLine = line;
            }
        } else if (c == '}' || c == ']') {
            open.poll();
        } else if (c == ',') {
            severed |= open.isEmpty();
            keyMayFollow = inObject();
        }
    }

    private void quoted() {
        if (text.startsWith("\"\"\"", at)) {
            int close = text.indexOf("\"\"\"", at + 3);
            int end = close < 0 ? text.length() : close + 3;
            while (end < text.length() && text.charAt(end) == '"') {
                end++;
            }
            line += (int) text.substring(at, end).chars().filter(c -> c == '\n').count();
            at = end;
            return;
        }
        at++;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) != '\n' ? 2 : 1;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            at++;
        }
    }

    private void substitution() {
        int end = text.indexOf('}', at);
        int lineEnd = text.indexOf('\n', at);
        if (end < 0 || (lineEnd >= 0 && lineEnd < end)) {
            at += 2;
            return;
        }
        boolean optional = text.startsWith("${?", at);
        substitutions.add(
                new Substitution(text.substring(at + (optional ? 3 : 2), end).strip(), optional));
        at = end + 1;
    }

    private void word() {
        int start = at;
        while (at < text.length() && isWordPart(text.charAt(at)) && !text.startsWith("//", at)) {
            at++;
        }
        if (keyMayFollow && text.substring(start, at).equals("include")) {
            includeLines.add(line);
        }
        sawValue();
    }

    private void sawValue() {
        keyMayFollow = false;
        valueMustFollow = false;
    }

    private boolean inObject() {
        return open.isEmpty() || open.peek() == '{';
    }

    private static boolean isWordPart(char c) {
        return SPECIAL.indexOf(c) < 0 && !Character.isWhitespace(c) && !Character.isSpaceChar(c);
    }
}
