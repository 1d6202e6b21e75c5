package org.mqemu.scsi.midlayer;

import java.util.function.Function;
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
    private final Function<Request, ScsiDevice> devices;
    private final ScsiDone complete;

    /**
     * Guards a function.
     *
     * @param devices tells the device of a request
     * @param complete the function
     */
    GuardedScsiDone(Function<Request, ScsiDevice> devices, ScsiDone complete) {
        this.devices = devices;
        this.complete = complete;
    }

    @Override
    public Step begin(Request request) {
        if (request.state() != RequestState.COMPLETED) {
            return GuardedScsiDone::drop;
        }
        return request.isInternal() ? testAnswered(devices.apply(request)) : complete.begin(request);
    }

    private static Step testAnswered(ScsiDevice device) {
        ScsiErrorHandler handler = device.host().errorHandler();
        if (handler == null) {
            throw new IllegalStateException(device.host().name() + " has no error handling");
        }
        return handler::testAnswered;
    }

    private static @Nullable Step drop(Context cx) {
        return cx.ret();
    }
}
