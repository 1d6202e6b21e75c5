package org.mqemu.api.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** Guesses what a misspelt word was meant to be. */
public final class Spelling {

    private static final int LONGEST = 100;

    private Spelling() {}

    /**
     * The candidate with the fewest edits (letter added, dropped, changed, or two neighbours swapped). One edit is
     * always near enough, and a longer word may have one for every three letters, up to three.
     *
     * @param word what was written
     * @param candidates what could have been meant
     * @return the nearest; of several equally near ones the alphabetically first; nothing if none is near
     */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        int allowed = Math.max(1, Math.min(3, word.length() / 3));
        DamerauLevenshteinDistance edits = new DamerauLevenshteinDistance(allowed);
        record Guess(String text, int distance) {}
        return new TreeSet<>(candidates)
                .stream()
                        .filter(candidate -> !candidate.equals(word))
                        .map(candidate -> new Guess(candidate, edits.apply(word, candidate)))
                        .filter(guess -> guess.distance() >= 0)
                        .min(Comparator.comparingInt(Guess::distance))
                        .map(Guess::text);
    }
}
