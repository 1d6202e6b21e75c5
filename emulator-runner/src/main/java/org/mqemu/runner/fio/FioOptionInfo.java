package org.mqemu.runner.fio;

import java.util.List;

/**
 * What is known about one of fio's options.
 *
 * @param name fio's name for it
 * @param aliases other names fio has for it
 * @param verdict what becomes of it
 * @param values what values it takes, in words; empty unless honoured
 * @param text what it does if honoured; else why it does nothing, or why it is refused
 * @param neutralValues values that are passed without a word, as they ask for what happens anyway
 */
public record FioOptionInfo(
        String name, List<String> aliases, FioVerdict verdict, String values, String text, List<String> neutralValues) {

    /** Copies the lists. */
    public FioOptionInfo {
        aliases = List.copyOf(aliases);
        neutralValues = List.copyOf(neutralValues);
    }
}
