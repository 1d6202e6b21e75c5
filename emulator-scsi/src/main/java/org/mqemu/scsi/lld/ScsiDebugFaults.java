package org.mqemu.scsi.lld;

import java.util.concurrent.atomic.AtomicInteger;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;

/**
 * What goes wrong in scsi_debug: module parameters {@code opts} and {@code every_nth}.
 *
 * <p>Source: drivers/scsi/scsi_debug.c of 6.1, SDEBUG_OPT_*. A transport error is CHECK CONDITION, ABORTED COMMAND there too.
 */
public final class ScsiDebugFaults {
    /** Nothing goes wrong. */
    public static final ScsiDebugFaults NONE = new ScsiDebugFaults(0, 0);

    /** Reads of sectors from 0x1234 on, 10 of them, end with MEDIUM ERROR, be it the nth command or not. */
    public static final int MEDIUM_ERR = 0x2;
    /** Every nth command is ignored, so that it times out. */
    public static final int TIMEOUT = 0x4;
    /** Every nth command, if it reads or writes, ends with ABORTED COMMAND. */
    public static final int TRANSPORT_ERR = 0x10;
    /** Every nth command, if it reads or writes, is ignored. */
    public static final int MAC_TIMEOUT = 0x80;
    /** The host is busy for every nth command. */
    public static final int HOST_BUSY = 0x8000;
    /**
     * Bits without a meaning here: noise of four kinds, and no write cache (0x1000), for which the scenario has a key of its
     * own.
     */
    public static final int IGNORED = 0x1 | 0x200 | 0x1000 | 0x2000 | 0x4000;

    /** All bits that are known. */
    public static final int KNOWN = MEDIUM_ERR | TIMEOUT | TRANSPORT_ERR | MAC_TIMEOUT | HOST_BUSY | IGNORED;

    private static final long MEDIUM_ERROR_START = 0x1234; // OPT_MEDIUM_ERR_ADDR
    private static final int MEDIUM_ERROR_SECTORS = 10; // OPT_MEDIUM_ERR_NUM

    private final int opts;
    private final int everyNth;
    private final AtomicInteger commands = new AtomicInteger();

    /** What becomes of a command. */
    enum Kind {
        /** It is answered. */
        ANSWER,
        /** It is never answered. */
        IGNORE,
        /** The host does not take it. */
        REFUSE
    }

    /**
     * What becomes of a command.
     *
     * @param kind whether it is answered
     * @param status how
     */
    record Fault(Kind kind, CommandStatus status) {
        static final Fault GOOD = new Fault(Kind.ANSWER, CommandStatus.GOOD);
        private static final Fault LOST = new Fault(Kind.IGNORE, CommandStatus.GOOD);
        private static final Fault BUSY = new Fault(Kind.REFUSE, CommandStatus.BUSY);
        private static final Fault MEDIUM = new Fault(Kind.ANSWER, CommandStatus.MEDIUM_ERROR);
        private static final Fault TRANSPORT = new Fault(Kind.ANSWER, CommandStatus.ABORTED_COMMAND);
    }

    /**
     * Creates the faults.
     *
     * @param opts a sum of the bits above
     * @param everyNth how often: every so many commands; 0 for never
     */
    public ScsiDebugFaults(int opts, int everyNth) {
        if ((opts & ~KNOWN) != 0 || everyNth < 0) {
            throw new IllegalArgumentException(
                    "opts " + Integer.toHexString(opts) + " or every_nth " + everyNth + " has no meaning here");
        }
        this.opts = opts;
        this.everyNth = everyNth;
    }

    /** Returns whether neither parameter is set. */
    public boolean isNone() {
        return opts == 0 && everyNth == 0;
    }

    /** Returns how often: every so many commands; 0 for never. */
    public int everyNth() {
        return everyNth;
    }

    /** Returns whether a bit is set that is about every nth command. */
    public boolean strikesEveryNth() {
        return has(TIMEOUT | TRANSPORT_ERR | MAC_TIMEOUT | HOST_BUSY);
    }

    boolean none() {
        return (opts & ~IGNORED) == 0;
    }

    /** Counts a command and says what becomes of it. */
    Fault next(Op op, long sector, int sectors) {
        boolean nth = everyNth > 0 && commands.incrementAndGet() % everyNth == 0;
        if (nth && has(HOST_BUSY)) {
            return Fault.BUSY;
        }
        if (nth && (has(TIMEOUT) || (has(MAC_TIMEOUT) && op.movesData()))) {
            return Fault.LOST;
        }
        if (op == Op.READ
                && has(MEDIUM_ERR)
                && sector < MEDIUM_ERROR_START + MEDIUM_ERROR_SECTORS
                && sector + sectors > MEDIUM_ERROR_START) {
            return Fault.MEDIUM;
        }
        return nth && has(TRANSPORT_ERR) && op.movesData() ? Fault.TRANSPORT : Fault.GOOD;
    }

    private boolean has(int bit) {
        return (opts & bit) != 0;
    }
}
