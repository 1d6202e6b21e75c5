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
    private final ScsiErrorHandler handler;
    private final Price price;
    private @Nullable Request request;
    private final Step look = this::look;

    ScsiTimeout(ScsiErrorHandler handler, PriceList prices) {
        this.handler = handler;
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
        handler.deadline().begin(cx.nowNs());
        if (late.timedOut()) {
            handler.timedOut(ScsiCommand.of(late), cx);
        }
        cx.charge(price);
        return cx.ret();
    }
}
