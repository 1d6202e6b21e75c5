package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.TimeoutRq;

/** {@code scsi_timeout} ({@code scsi_times_out} up to 5.17), for one context: hands the command to error handling. */
final class ScsiTimeout implements TimeoutRq {
    private final Price price;
    private @Nullable Request request;
    private final Step look = this::look;

    ScsiTimeout(PriceList prices) {
        this.price = prices.of("scsi_times_out");
    }

    @Override
    public Step begin(Request late) {
        request = late;
        return look;
    }

    @Override
    public Outcome outcome() {
        return Outcome.DONE;
    }

    private @Nullable Step look(Context cx) {
        Request late = request;
        if (late == null) {
            throw new IllegalStateException("no request has timed out");
        }
        request = null;
        ScsiCommand command = ScsiCommand.of(late);
        ScsiErrorHandler handler = command.scsiDevice().host().errorHandler();
        if (handler != null) {
            handler.deadline().begin(cx.nowNs());
            if (late.timedOut()) {
                handler.timedOut(command, cx);
            }
        }
        cx.charge(price);
        return cx.ret();
    }
}
