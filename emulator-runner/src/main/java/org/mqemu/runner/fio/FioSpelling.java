package org.mqemu.runner.fio;

import java.util.Collection;
import java.util.Locale;

/** Finds what a misspelt word was meant to be. */
final class FioSpelling {

    private static final int MAX_WORD = 40;

    private FioSpelling() {}

    /** A hint "did you mean ..?", or empty if no candidate is near. */
    static String hint(String word, Collection<String> candidates) {
        if (word.isEmpty() || word.length() > MAX_WORD) {
            return "";
        }
        String lower = word.toLowerCase(Locale.ROOT);
        String best = "";
        int bestDistance = Math.max(2, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = distance(lower, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best.isEmpty() ? "" : "did you mean \"" + best + "\"?";
    }

    /** Number of letters to add, drop or replace to get from one word to the other. */
    static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        int[] current = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            int[] spare = previous;
            previous = current;
            current = spare;
        }
        return previous[to.length()];
    }
}
