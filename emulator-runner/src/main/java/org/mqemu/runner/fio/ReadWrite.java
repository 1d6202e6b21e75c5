package org.mqemu.runner.fio;

import java.util.Arrays;
import java.util.Optional;

/** What a job does and in which order of offsets: fio's {@code rw}. */
public enum ReadWrite {
    /** Sequential reads. */
    READ("read", true, false, false, false),
    /** Sequential writes. */
    WRITE("write", false, true, false, false),
    /** Sequential trims. */
    TRIM("trim", false, false, true, false),
    /** Reads at random offsets. */
    RANDREAD("randread", true, false, false, true),
    /** Writes at random offsets. */
    RANDWRITE("randwrite", false, true, false, true),
    /** Trims at random offsets. */
    RANDTRIM("randtrim", false, false, true, true),
    /** Sequential reads and writes, mixed; fio also calls it {@code readwrite}. */
    RW("rw", true, true, false, false),
    /** Reads and writes at random offsets, mixed. */
    RANDRW("randrw", true, true, false, true),
    /** Each block is trimmed, then written, in order. */
    TRIMWRITE("trimwrite", false, true, true, false),
    /** Each block is trimmed, then written, at random offsets. */
    RANDTRIMWRITE("randtrimwrite", false, true, true, true);

    private final String fioName;
    private final boolean reads;
    private final boolean writes;
    private final boolean trims;
    private final boolean random;

    ReadWrite(String fioName, boolean reads, boolean writes, boolean trims, boolean random) {
        this.fioName = fioName;
        this.reads = reads;
        this.writes = writes;
        this.trims = trims;
        this.random = random;
    }

    /**
     * The name fio prints.
     *
     * @return as in {@code randrw}
     */
    public String fioName() {
        return fioName;
    }

    /**
     * Whether any I/O is a read.
     *
     * @return true if so
     */
    public boolean reads() {
        return reads;
    }

    /**
     * Whether any I/O is a write.
     *
     * @return true if so
     */
    public boolean writes() {
        return writes;
    }

    /**
     * Whether any I/O is a trim.
     *
     * @return true if so
     */
    public boolean trims() {
        return trims;
    }

    /**
     * Whether offsets are random.
     *
     * @return false for sequential offsets
     */
    public boolean isRandom() {
        return random;
    }

    /**
     * Finds a direction by fio's name for it.
     *
     * @param name as written in a job file, {@code readwrite} included
     * @return the direction, or empty if fio has none of that name
     */
    public static Optional<ReadWrite> byName(String name) {
        if ("readwrite".equals(name)) {
            return Optional.of(RW);
        }
        return Arrays.stream(values()).filter(rw -> rw.fioName.equals(name)).findFirst();
    }
}
