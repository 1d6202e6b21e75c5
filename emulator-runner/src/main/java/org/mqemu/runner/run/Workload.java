package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.random.RandomStream;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.aio.AioRing;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.fio.FioGroup;
import org.mqemu.blkmq.fio.FioPort;
import org.mqemu.blkmq.fio.FioRun;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.blkmq.fio.FioThreadParameters;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.runner.fio.FioJob;
import org.mqemu.runner.fio.FioQueueing;
import org.mqemu.runner.fio.FioSubmission;
import org.mqemu.runner.fio.FioTiming;
import org.mqemu.runner.scenario.AioWake;
import org.mqemu.runner.scenario.JobPlan;
import org.mqemu.runner.scenario.KernelSettings;
import org.mqemu.runner.scenario.Scenario;

/** The fio threads of a scenario's jobs, put on the machine's CPUs. */
final class Workload {
    private final Machine machine;
    private final Scenario scenario;
    private final boolean fullRuntime;
    private final FioRun run;
    private final List<JobPlan.Turn> turns;
    private final List<FioThread> threads = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();
    private final List<FioGroup> groups = new ArrayList<>();

    Workload(Machine machine, boolean fullRuntime) {
        this.machine = machine;
        this.scenario = machine.scenario;
        this.fullRuntime = fullRuntime;
        this.run = machine.emulation.add("fio", new FioRun(scenario.stopRule()));
        this.turns = new JobPlan(scenario).turns();
        for (JobPlan.Turn turn : turns) {
            groups.add(group(turn));
        }
        run.connect(groups, machine.emulation.marked());
    }

    private FioGroup group(JobPlan.Turn turn) {
        List<FioThread> together = new ArrayList<>();
        for (JobPlan.Planned planned : turn.jobs()) {
            for (int clone = 0; clone < planned.cpus().size(); clone++) {
                together.add(thread(planned, clone));
            }
        }
        FioTiming timing = turn.jobs().get(0).job().timing();
        return new FioGroup(
                together,
                timing.startDelayNs(),
                timing.rampTimeNs(),
                timing.runtimeNs() == 0 ? Long.MAX_VALUE : timing.runtimeNs(),
                !fullRuntime);
    }

    private FioThread thread(JobPlan.Planned planned, int clone) {
        FioJob job = planned.job();
        int number = threads.size();
        KernelSettings kernel = scenario.kernel();
        Context context = machine.cpus.get(planned.cpus().get(clone)).newThread(job.name() + "." + number, CpuMode.USR);
        AioRing ring = new AioRing(
                new CacheLine("fio" + number + ".ring", scenario.machine().topology(), machine.emulation.concurrent()),
                context,
                kernel.aioWake() == AioWake.EACH_EVENT,
                kernel.prices());
        Ref<FioPort> port = run.ref(FioPort.class);
        FioThread thread = new FioThread(
                number,
                parameters(planned, clone),
                context,
                machine.blockLayer().newSubmitBio(context),
                ring,
                port,
                random(job, number),
                kernel.prices());
        threads.add(thread);
        contexts.add(context);
        return thread;
    }

    private FioThreadParameters parameters(JobPlan.Planned planned, int clone) {
        FioJob job = planned.job();
        FioQueueing queueing = job.queueing();
        List<BlockQueue> files =
                planned.devices().stream().map(machine.queues::get).toList();
        int min = queueing.batchCompleteMin();
        return new FioThreadParameters(
                files,
                planned.patterns().get(clone),
                queueing.iodepth(),
                queueing.batchSubmit(),
                min,
                Math.max(1, Math.max(min, queueing.batchCompleteMax())),
                queueing.depthLow(),
                queueing.engine().submission() == FioSubmission.SYNC,
                planned.ioSizeBytes(),
                planned.maxIos(),
                scenario.polls(job),
                job.timing().continueOnError(),
                JobPlan.statsOptions(job),
                scenario.stopRule().binNs());
    }

    /** randrepeat=1 and randseed do not depend on the run's seed, as in fio; randrepeat=0 does. */
    private RandomStream random(FioJob job, int number) {
        String name = "fio." + number;
        if (job.pattern().randseed().isPresent()) {
            return RandomStream.of(job.pattern().randseed().getAsLong(), name);
        } else if (job.pattern().randrepeat()) {
            return RandomStream.of(0, name);
        }
        return machine.emulation.randomStream(name);
    }

    FioRun run() {
        return run;
    }

    List<JobPlan.Turn> turns() {
        return turns;
    }

    List<FioThread> threads() {
        return threads;
    }

    List<FioGroup> groups() {
        return groups;
    }

    Context context(int thread) {
        return contexts.get(thread);
    }
}
