package org.mqemu.blkmq.block;

import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.blkmq.log.LogLevel;

/**
 * Logs requests that end in error (blk_print_req_error).
 *
 * <p>Source: block/blk-mq.c and include/linux/blk_types.h of 6.1.
 */
final class RequestErrors {
    private static final int REQ_SYNC = 1 << 11;
    private static final int REQ_NOMERGE = 1 << 14;
    private static final int REQ_IDLE = 1 << 15;
    private static final int REQ_FUA = 1 << 17;
    private static final int REQ_PREFLUSH = 1 << 18;
    private static final int IOPRIO_CLASS_BE = 2;

    private RequestErrors() {}

    static void print(KernelLog log, Request request, int failfast, long nowNs) {
        if (!log.allows(nowNs, "blk_print_req_error")) {
            return;
        }
        log.print(
                nowNs,
                LogLevel.ERR,
                request.blockStatus().kernelName() + " error, dev "
                        + request.queue().disk().name() + ", sector " + request.sector() + " op 0x" + op(request) + ":("
                        + name(request) + ") flags 0x" + Integer.toHexString(flags(request) | failfast) + " phys_seg "
                        + request.segments() + " prio class " + IOPRIO_CLASS_BE);
    }

    /** The number of the operation (enum req_op). */
    private static int op(Request request) {
        return switch (request.op()) {
            case READ -> 0;
            case WRITE -> 1;
            case FLUSH -> 2;
            case DISCARD -> 3;
            case TEST_UNIT_READY -> 34; // REQ_OP_DRV_IN
        };
    }

    private static String name(Request request) {
        return request.op().name();
    }

    /** Direct I/O: a write waits for its end and says that no more comes of it (REQ_SYNC | REQ_IDLE), a read says nothing. */
    private static int flags(Request request) {
        int flags =
                switch (request.op()) {
                    case WRITE -> request.isSync() ? REQ_SYNC | REQ_IDLE : 0;
                    default -> 0;
                };
        flags |= request.isCut() ? REQ_NOMERGE : 0;
        flags |= request.isFua() ? REQ_FUA : 0;
        return flags | (request.isPreflush() ? REQ_PREFLUSH : 0);
    }
}
