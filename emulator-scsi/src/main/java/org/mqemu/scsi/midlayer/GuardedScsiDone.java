package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code scsi_done}: passes on what the driver completes, but for an answer that came after error handling had taken the
 * command (SCMD_STATE_COMPLETE), which is dropped, and for error handling's own commands.
 */
final class GuardedScsiDone implements ScsiDone {
    private final ScsiErrors errors;
    private final ScsiDone complete;

    GuardedScsiDone(ScsiErrors errors, ScsiDone complete) {
        this.errors = errors;
        this.complete = complete;
    }

    @Override
    public Step begin(Request request) {
        if (request.state() != RequestState.COMPLETED) {
            return GuardedScsiDone::drop;
        }
        ScsiErrorHandler handler = errors.handler();
        return request.isInternal() && handler != null ? handler::testAnswered : complete.begin(request);
    }

    private static @Nullable Step drop(Context cx) {
        return cx.ret();
    }
}
