package org.mqemu.blkmq.block;

/**
 * What happens to a bio or a request: the block trace events, named and lettered as blktrace has them.
 *
 * <p>Source: include/uapi/linux/blktrace_api.h and kernel/trace/blktrace.c of 6.1.
 */
public enum TraceAction {
    /** A bio enters the block layer. */
    QUEUE('Q'),
    /** A bio is cut; the detail is the first sector of the rest. */
    SPLIT('X'),
    /** A bio is appended to a request. */
    BACK_MERGE('M'),
    /** A bio is put in front of a request. */
    FRONT_MERGE('F'),
    /** A request is got for a bio. */
    GET_REQUEST('G'),
    /** No request is free: the thread sleeps for one (legacy, and blk-mq up to about 4.4). */
    SLEEP_REQUEST('S'),
    /** A request is inserted into an elevator or a software queue. */
    INSERT('I'),
    /** The first request of an empty plug; sector and length are 0. */
    PLUG('P'),
    /** The plug is flushed by its thread; the detail is the number of requests. */
    UNPLUG('U'),
    /** The plug is flushed because its thread sleeps; the detail is the number of requests. */
    UNPLUG_TIMER('T'),
    /** A request is handed to the driver. */
    ISSUE('D'),
    /** The driver gives a request back. */
    REQUEUE('R'),
    /** A request is completed. */
    COMPLETE('C'),
    /** A bio is mapped from another device; the detail is the sector there. */
    REMAP('A');

    private final char letter;

    TraceAction(char letter) {
        this.letter = letter;
    }

    /** Returns the letter that blkparse prints (UT for a timer unplug). */
    public String letter() {
        return this == UNPLUG_TIMER ? "UT" : String.valueOf(letter);
    }
}
