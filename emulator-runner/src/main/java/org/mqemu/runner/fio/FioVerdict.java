package org.mqemu.runner.fio;

/** What becomes of an option. */
public enum FioVerdict {
    /** It does what it does in fio. */
    HONOURED,
    /** It is read, has no effect, and says so in one warning line. */
    ACCEPTED,
    /** The file is refused, unless the option has a value that asks for nothing. */
    REFUSED
}
