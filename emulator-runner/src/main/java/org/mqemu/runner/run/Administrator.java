package org.mqemu.runner.run;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.api.settings.Problems;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.runner.scenario.TimelineSettings;

/** Whoever writes the scenario's timeline to sysfs: a shell on the first CPU, one write after the other. */
final class Administrator extends Component {
    private final List<TimelineSettings.Change> changes;
    private final Function<String, BlockQueue> queues;
    private final Cpu cpu;
    private final Context thread;
    private final QueueSysfs queueSysfs;
    private final @Nullable QueueSysfs deviceSysfs;
    private final ArrayDeque<TimelineSettings.Change> due = new ArrayDeque<>();
    private final Step next = this::next;
    private int place;

    Administrator(
            List<TimelineSettings.Change> changes,
            Function<String, BlockQueue> queues,
            Cpu cpu,
            BlockLayer layer,
            @Nullable QueueSysfs deviceSysfs) {
        this.changes = changes;
        this.queues = queues;
        this.cpu = cpu;
        this.thread = cpu.newKernelThread("administrator", next);
        this.queueSysfs = layer.newSysfs(thread);
        this.deviceSysfs = deviceSysfs;
    }

    private QueueSysfs sysfs(TimelineSettings.Change change) {
        if (change.directory().equals("queue")) {
            return queueSysfs;
        }
        QueueSysfs ofDevice = deviceSysfs;
        if (ofDevice == null) {
            throw new IllegalArgumentException(change.device() + " is no SCSI device");
        }
        return ofDevice;
    }

    /** Checks the writes before the run. */
    void check() {
        Problems problems = new Problems();
        for (TimelineSettings.Change change : changes) {
            problems.check(() -> check(change));
        }
        problems.throwIfAny();
    }

    private void check(TimelineSettings.Change change) {
        try {
            sysfs(change).check(change.attribute(), change.value());
        } catch (IllegalArgumentException e) {
            throw change.wrong().about("can not be written: " + e.getMessage(), "");
        }
    }

    @Override
    protected void onStart() {
        armNext();
    }

    private void armNext() {
        if (place < changes.size()) {
            armSelf(Math.max(nowNs(), changes.get(place).atNs()));
        }
    }

    @Override
    protected void onSelf() {
        TimelineSettings.Change change = changes.get(place++);
        send(cpu.port(), new CpuPort.TellThread(thread, () -> due.add(change)), nowNs());
        armNext();
    }

    private @Nullable Step next(Context cx) {
        TimelineSettings.Change change = due.poll();
        if (change == null) {
            return cx.sleep(false, next);
        }
        return cx.call(sysfs(change).store(queues.apply(change.device()), change.attribute(), change.value()), next);
    }
}
