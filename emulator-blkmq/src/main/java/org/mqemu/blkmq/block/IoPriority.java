package org.mqemu.blkmq.block;

/**
 * An I/O priority (ioprio): a class, and a level within it.
 *
 * <p>Source: include/uapi/linux/ioprio.h of 6.1.
 *
 * @param ioClass the class
 * @param level 0 (first) to 7 (last), within RT and BE
 */
public record IoPriority(IoClass ioClass, int level) {

    /** No priority was set: counts as best effort, level 4. */
    public static final IoPriority NONE = new IoPriority(IoClass.NONE, 4);

    /** Checks the range. */
    public IoPriority {
        if (level < 0 || level > 7) {
            throw new IllegalArgumentException("an I/O priority's level is 0 to 7: " + level);
        }
    }

    /** The classes. */
    public enum IoClass {
        /** Not set (IOPRIO_CLASS_NONE). */
        NONE,
        /** Real time (IOPRIO_CLASS_RT). */
        RT,
        /** Best effort (IOPRIO_CLASS_BE). */
        BE,
        /** Only when nobody else wants the device (IOPRIO_CLASS_IDLE). */
        IDLE
    }

    /**
     * Returns the better of two priorities (ioprio_best), as a merged request gets it.
     *
     * @param a one
     * @param b another
     */
    public static IoPriority best(IoPriority a, IoPriority b) {
        return a.rank() <= b.rank() ? a : b;
    }

    private int rank() {
        IoClass effective = ioClass == IoClass.NONE ? IoClass.BE : ioClass;
        return effective.ordinal() * 8 + level;
    }
}
