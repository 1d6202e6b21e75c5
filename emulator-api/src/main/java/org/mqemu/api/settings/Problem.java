package org.mqemu.api.settings;

/**
 * One thing that is wrong with the configuration.
 *
 * @param origin where, as {@code file:line}; empty if no place is known
 * @param key the full path of the key concerned; empty if the problem concerns no key
 * @param message what is wrong, without a final full stop
 * @param hint what to do about it; empty if there is nothing to suggest
 */
public record Problem(String origin, String key, String message, String hint) {

    /**
     * The problem on one line, in the form compilers use.
     *
     * @return {@code origin: key: message; hint}, leaving out whatever is empty
     */
    public String text() {
        StringBuilder line = new StringBuilder();
        if (!origin.isEmpty()) {
            line.append(origin).append(": ");
        }
        if (!key.isEmpty()) {
            line.append(key).append(": ");
        }
        line.append(message);
        if (!hint.isEmpty()) {
            line.append("; ").append(hint);
        }
        return line.toString();
    }
}
