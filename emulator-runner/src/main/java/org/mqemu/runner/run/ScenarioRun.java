package org.mqemu.runner.run;

import java.util.List;
import java.util.function.Function;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.RunResult;
import org.mqemu.blkmq.block.BlockTrace;
import org.mqemu.blkmq.fio.FioGroup;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.scsi.midlayer.DeviceSysfs;

/** One run of a scenario: made, run once, reported. */
public final class ScenarioRun {
    private final RunOptions options;
    private final String version;
    private final Emulation emulation;
    private final Machine machine;
    private final Workload workload;
    private long deliveries;

    /**
     * Puts the machine together.
     *
     * @param scenario the scenario
     * @param options how to run it
     * @param version the tool's version, for the report
     */
    public ScenarioRun(Scenario scenario, RunOptions options, String version) {
        this.options = options;
        this.version = version;
        this.emulation = new Emulation(options.seed(), options.clock());
        this.machine = MachineBuilder.build(scenario, emulation);
        this.workload = new Workload(machine, options.fullRuntime());
        if (!scenario.timeline().changes().isEmpty()) {
            administrator();
        }
    }

    /**
     * Runs the machine.
     *
     * @return the report
     * @throws org.mqemu.api.engine.EmulationFailure if a component failed or the run stalled
     */
    @SuppressWarnings("DoNotCallSuggester") // an outline
    public RunReport run() {
        RunResult result = emulation.run();
        deliveries = result.deliveries();
        return new ReportBuilder(machine, workload, options, version, result).build();
    }

    private void administrator() {
        Scenario scenario = machine.scenario;
        Administrator administrator = emulation.add(
                "administrator",
                new Administrator(
                        scenario.timeline().changes(),
                        name -> machine.queues.get(scenario.devices().getOrDefault(name, 0)),
                        machine.cpus.get(0),
                        machine.blockLayer(),
                        machine.devices.isEmpty()
                                ? null
                                : new DeviceSysfs(
                                        queue ->
                                                machine.devices.get(queue.disk().index()),
                                        scenario.host().canQueue())));
        administrator.check();
    }

    /**
     * Sends the block trace events of all devices to a sink; before {@link #run()}.
     *
     * @param sinks gives each device, by name, its sink
     */
    public void traceTo(Function<String, BlockTrace> sinks) {
        machine.disks.forEach(disk -> disk.traceTo(sinks.apply(disk.name())));
    }

    /** Returns the messages delivered and segment ends run, once the run is over: what benchmarks divide by. */
    public long deliveries() {
        return deliveries;
    }

    /** Asks the run to end as soon as it can; its report is partial. May be called from any thread. */
    public void interrupt() {
        emulation.interrupt();
    }

    /** Returns where the run is; may be called from any thread. */
    public RunProgress progress() {
        List<FioGroup> groups = workload.groups();
        int turn = Math.max(0, Math.min(workload.run().turn(), groups.size() - 1));
        FioGroup group = groups.get(turn);
        long completions =
                workload.threads().stream().mapToLong(FioThread::reapedInAll).sum();
        long limitNs = group.runtimeNs() == Long.MAX_VALUE ? Long.MAX_VALUE : group.rampNs() + group.runtimeNs();
        return new RunProgress(
                emulation.nowNs(),
                completions,
                turn + 1,
                groups.size(),
                workload.run().groupStartNs(),
                limitNs);
    }
}
