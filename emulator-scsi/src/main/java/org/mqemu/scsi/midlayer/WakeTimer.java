package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;

/** Wakes a kernel thread that sleeps until a time (schedule_timeout, a delayed work). */
final class WakeTimer extends Component implements WakePort {
    private static final long NEVER = Long.MAX_VALUE;

    private final Ref<WakePort> port = ref(WakePort.class);
    private @Nullable Context thread;

    void wakes(Context newThread) {
        thread = newThread;
    }

    /** Wakes the thread at a time, instead of any other. */
    void set(Context cx, long atNs) {
        cx.send(port, new WakePort.WakeAt(atNs), cx.nowNs());
    }

    /** Does not wake the thread any more. */
    void cancel(Context cx) {
        set(cx, NEVER);
    }

    @Override
    public void onWakeAt(WakeAt wake) {
        if (wake.atNs() == NEVER) {
            disarmSelf();
        } else {
            armSelf(Math.max(nowNs(), wake.atNs()));
        }
    }

    @Override
    protected void onSelf() {
        Context sleeper = thread;
        if (sleeper != null) {
            send(sleeper.cpu().port(), new CpuPort.Wake(sleeper), nowNs());
        }
    }
}
