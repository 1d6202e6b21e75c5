package org.mqemu.blkmq.support;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Step;

/** A shell that writes to sysfs attributes one after the other, with pauses between. */
public final class Administrator {
    private final QueueSysfs sysfs;
    private final List<Write> writes;
    private final LongSupplier pauseNs;
    private final Runnable whenDone;
    private int place;
    private final Step next = this::next;
    private final Step write = this::write;

    private Administrator(QueueSysfs sysfs, List<Write> writes, LongSupplier pauseNs, Runnable whenDone) {
        this.sysfs = sysfs;
        this.writes = writes;
        this.pauseNs = pauseNs;
        this.whenDone = whenDone;
    }

    /**
     * Starts one.
     *
     * @param host the host
     * @param layer makes the way to write
     * @param cpu its CPU
     * @param atNs when it starts
     * @param writes what it writes
     * @param pauseNs the pause before each write
     * @param whenDone called after the last one
     */
    public static Administrator start(
            HostFixture host,
            Function<Context, QueueSysfs> layer,
            int cpu,
            long atNs,
            List<Write> writes,
            LongSupplier pauseNs,
            Runnable whenDone) {
        Context thread = host.cpu(cpu).newThread("administrator" + cpu, CpuMode.SYS);
        Administrator administrator = new Administrator(layer.apply(thread), writes, pauseNs, whenDone);
        writes.forEach(write -> administrator.sysfs.check(write.attribute, write.value));
        host.start(thread, atNs, administrator.next);
        return administrator;
    }

    private @Nullable Step next(Context cx) {
        if (place == writes.size()) {
            whenDone.run();
            return cx.ret();
        }
        long ns = pauseNs.getAsLong();
        if (ns == 0) {
            return write;
        }
        cx.send(cx.cpu().port(), new CpuPort.Wake(cx), cx.nowNs() + ns);
        return cx.sleep(false, write);
    }

    private Step write(Context cx) {
        Write now = writes.get(place++);
        return cx.call(sysfs.store(now.queue, now.attribute, now.value), next);
    }

    /** Returns how many writes have begun. */
    public int written() {
        return place;
    }

    /** A write to an attribute of a queue. */
    public record Write(BlockQueue queue, String attribute, String value) {}
}
