package org.mqemu.scsi.lld;

import java.util.List;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;

/** What a low-level driver's functions cost: those that build a command, and those that take a reply. */
final class DriverFunctions {
    private final List<Price> submit;
    private final List<Price> complete;

    DriverFunctions(HbaDriverKind kind, PriceList prices) {
        this.submit = kind.submit().stream().map(prices::of).toList();
        this.complete = kind.complete().stream().map(prices::of).toList();
    }

    void chargeSubmit(Context cx) {
        for (int i = 0; i < submit.size(); i++) {
            cx.charge(submit.get(i));
        }
    }

    void chargeComplete(Context cx) {
        for (int i = 0; i < complete.size(); i++) {
            cx.charge(complete.get(i));
        }
    }
}
