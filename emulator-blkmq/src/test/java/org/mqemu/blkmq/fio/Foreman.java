package org.mqemu.blkmq.fio;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.blkmq.cpu.CpuPort;

/** Starts fio threads, tells them things at given times, notes what they report, ends the run when all have ended. */
final class Foreman extends Component implements FioPort {
    /** Progress as it was reported. */
    record Reported(long atNs, int thread, long completions) {}

    private final List<FioThread> threads = new ArrayList<>();
    private final List<Runnable> tells = new ArrayList<>();
    private final List<Reported> progress = new ArrayList<>();
    private final List<Long> endsNs = new ArrayList<>();

    FioThread add(FioThread thread) {
        threads.add(thread);
        return thread;
    }

    Foreman at(long atNs, FioThread thread, CpuPort.TellThread tell) {
        tells.add(() -> send(thread.cpu(), tell, atNs));
        return this;
    }

    @Override
    protected void onStart() {
        threads.forEach(thread -> send(thread.cpu(), thread.start(), 0));
        tells.forEach(Runnable::run);
    }

    @Override
    public void onProgress(Progress reported) {
        progress.add(new Reported(nowNs(), reported.thread(), reported.completions()));
    }

    @Override
    public void onThreadDone(ThreadDone done) {
        endsNs.add(nowNs());
        if (endsNs.size() == threads.size()) {
            endRun();
        }
    }

    List<Reported> progress() {
        return progress;
    }

    /** Returns when the threads ended, in the order of their ends. */
    List<Long> endsNs() {
        return endsNs;
    }
}
