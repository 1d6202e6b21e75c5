package org.mqemu.runner.fio;

/** A value that an option does not take; caught where file and line are known. */
final class FioBadValue extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String hint;
    private final boolean complete;

    private FioBadValue(String text, String hint, boolean complete) {
        super(text, null, false, false);
        this.hint = hint;
        this.complete = complete;
    }

    /** @param expected what would be valid, as in "a whole number of at least 1" */
    static FioBadValue expected(String expected) {
        return new FioBadValue(expected, "", false);
    }

    static FioBadValue expected(String expected, String hint) {
        return new FioBadValue(expected, hint, false);
    }

    /** A refusal that has its own sentence instead of "bad value". */
    static FioBadValue saying(String sentence, String hint) {
        return new FioBadValue(sentence, hint, true);
    }

    String hint() {
        return hint;
    }

    /** The sentence shown to the user. */
    String sentence(FioOption option) {
        String text = String.valueOf(getMessage());
        if (complete) {
            return text;
        }
        return "bad value \"" + FioText.shown(option.valueOrEmpty()) + "\" for " + option.name() + ": expected " + text;
    }
}
