package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/** {@code scsi_done} with a price of its own, where what follows does not include it. */
final class PricedScsiDone implements ScsiDone {
    private final Price price;
    private final ScsiDone complete;
    private @Nullable Request request;
    private final Step charge = this::charge;

    PricedScsiDone(Price price, ScsiDone complete) {
        this.price = price;
        this.complete = complete;
    }

    @Override
    public Step begin(Request done) {
        request = done;
        return charge;
    }

    private @Nullable Step charge(Context cx) {
        Request done = request;
        if (done == null) {
            throw new IllegalStateException("no command is done");
        }
        request = null;
        cx.charge(price);
        return complete.begin(done);
    }
}
