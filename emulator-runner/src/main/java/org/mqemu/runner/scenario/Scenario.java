package org.mqemu.runner.scenario;

import com.typesafe.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.fio.StopRule;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.runner.fio.FioContext;
import org.mqemu.runner.fio.FioJob;
import org.mqemu.runner.fio.FioJobFile;
import org.mqemu.runner.fio.FioOverrides;
import org.mqemu.runner.fio.FioSubmission;
import org.mqemu.runner.fio.FioWarning;
import org.mqemu.runner.settings.References;
import org.mqemu.runner.settings.ScenarioLoader;
import org.mqemu.scsi.lld.NullBlk;
import org.mqemu.scsi.midlayer.HostTags;

/**
 * A scenario that has been read and checked: the machine, its settings, and the fio jobs.
 *
 * @param resolved the whole configuration, every key resolved, each with its origin
 * @param stack the block layer
 * @param machine the machine
 * @param kernel the kernel generation
 * @param queue the queues' settings
 * @param host the SCSI host
 * @param driver the module parameters of null_blk and scsi_debug
 * @param hardware the hardware behind it
 * @param stopRule when a measurement may end
 * @param timeline what an administrator changes during the run
 * @param faults how drives and HBAs misbehave
 * @param jobFile the fio job file
 */
public record Scenario(
        Config resolved,
        Stack stack,
        MachineSettings machine,
        KernelSettings kernel,
        QueueSettings queue,
        HostSettings host,
        DriverSettings driver,
        HardwareSettings hardware,
        StopRule stopRule,
        TimelineSettings timeline,
        FaultSettings faults,
        FioJobFile jobFile) {
    private static final long SECTORS_PER_GIB = 1L << 21;
    private static final double TYPICAL_TDF = 100;
    private static final List<String> REFERENCES = List.of(
            "org/mqemu/blkmq/reference.conf",
            "org/mqemu/scsi/reference.conf",
            "org/mqemu/devices/reference.conf",
            "org/mqemu/runner/reference.conf");

    /**
     * Reads and checks a scenario and its fio job file.
     *
     * @param request which one
     * @throws org.mqemu.api.settings.SettingsException if the configuration is wrong
     * @throws org.mqemu.runner.fio.FioError if the job file is wrong
     */
    @SuppressWarnings("DoNotCallSuggester") // an outline
    public static Scenario load(ScenarioRequest request) {
        ScenarioLoader.Result loaded = configuration(request);
        Settings root = loaded.root();
        Stack stack = root.oneOf("stack", Stack.class);
        if (root.section("kernel").text("name").isEmpty()) {
            throw missing(request, "kernel", "the scenario has no kernel", "include a file of conf/kernels");
        }
        MachineSettings machine = MachineSettings.read(root.section("machine"));
        HostSettings host = HostSettings.read(root.section("host"));
        KernelSettings kernel = KernelSettings.read(
                root.section("kernel"), stack, host.driver(), machine.iommuLocked(), machine.nsPerInstruction());
        checkPair(root, stack, host.driver(), kernel);
        DriverSettings driver = DriverSettings.read(root.section("driver"), host, machine.topology());
        checkQueueMode(root, stack, host.driver(), driver);
        QueueSettings queue = QueueSettings.read(root.section("queue"), stack, host.driver(), kernel, driver);
        HardwareSettings hardware = HardwareSettings.read(root, host, driver, machine.topology());
        checkQueuePairs(root, host.driver(), driver, hardware);
        StopRule stopRule = RunSettings.read(root.section("run"));
        TimelineSettings timeline = TimelineSettings.read(root, DeviceNames.of(hardware.devices(), host.driver()));
        FaultSettings faults = FaultSettings.read(root, host.driver(), hardware);
        new IdleSettings(root, stack, host.driver(), driver).check();
        String job = root.text("job");
        root.checkAllRead();
        Path jobPath = request.job().orElseGet(() -> jobPath(root, job, request));
        FioJobFile jobFile = FioJobFile.parse(
                jobPath, FioContext.of(machine.topology().cpus()), FioOverrides.of(loaded.fioOverrides()));
        Scenario scenario = new Scenario(
                loaded.resolved(),
                stack,
                machine,
                kernel,
                queue,
                host,
                driver,
                hardware,
                stopRule,
                timeline,
                faults,
                jobFile);
        List<JobPlan.Turn> turns = new JobPlan(scenario).turns();
        RunEnd.of(turns).ifPresent(endNs -> RunEnd.check(root, timeline, endNs));
        return scenario;
    }

    /**
     * Reads a scenario's configuration alone, without looking at what it means.
     *
     * @param request which one
     * @throws org.mqemu.api.settings.SettingsException if the file can not be read
     */
    public static ScenarioLoader.Result configuration(ScenarioRequest request) {
        Config references = References.load(Scenario.class.getClassLoader(), REFERENCES);
        return ScenarioLoader.load(request.file(), request.sets(), request.home(), references);
    }

    private static void checkPair(Settings root, Stack stack, DriverKind driver, KernelSettings kernel) {
        boolean goes = driver == DriverKind.NULL_BLK ? stack != Stack.SCSI_MQ : stack != Stack.BLK_MQ;
        if (!goes) {
            throw root.problem(
                    "stack",
                    "the stack " + stack.name().toLowerCase(Locale.ROOT).replace('_', '-')
                            + " does not go with the driver "
                            + driver.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    "null-blk, and no other, is a driver of the stack blk-mq, and with driver.queue_mode 0 or 1 of legacy:"
                            + " set host.driver or stack");
        }
        if (stack == Stack.BLK_MQ && kernel.blkMq().generation() == MqGeneration.EARLY) {
            throw root.problem(
                    "stack",
                    "null_blk over blk-mq is emulated with kernels since 4.12 only",
                    "include one of these, or set stack = legacy and driver.queue_mode = 0 or 1");
        }
    }

    /** Each of null_blk's modes has its stack; the one that passes them all goes with either. */
    private static void checkQueueMode(Settings root, Stack stack, DriverKind driver, DriverSettings settings) {
        NullBlk.QueueMode only = stack == Stack.LEGACY ? NullBlk.QueueMode.RQ : NullBlk.QueueMode.MQ;
        if (driver == DriverKind.NULL_BLK
                && settings.queueMode() != NullBlk.QueueMode.BIO
                && settings.queueMode() != only) {
            throw root.problem(
                    "driver.queue_mode",
                    "null_blk with queue_mode " + settings.queueMode().ordinal() + " is no driver of the stack "
                            + (stack == Stack.LEGACY ? "legacy" : "blk-mq"),
                    "1 goes with the stack legacy, 2 with blk-mq, 0 with either");
        }
    }

    private static void checkQueuePairs(
            Settings root, DriverKind kind, DriverSettings driver, HardwareSettings hardware) {
        int queues = driver.map().queues();
        if (kind.pairsQueues() && hardware.vectors().vectors() < queues) {
            throw root.problem(
                    "hba.vectors",
                    hardware.vectors().vectors() + " vectors are too few for " + queues
                            + " hardware queues, each of which has a reply queue of its own",
                    "set hba.vectors to " + queues + " or more, or lower host.hw-queues");
        }
    }

    private static Path jobPath(Settings root, String job, ScenarioRequest request) {
        if (job.isEmpty()) {
            throw missing(request, "job", "the scenario has no fio job", "name a job file there, or with --job FILE");
        }
        Path beside = request.file().toAbsolutePath().resolveSibling(job);
        Path shipped = request.home().resolve("conf").resolve(job);
        if (Files.exists(beside)) {
            return shortened(beside);
        } else if (Files.exists(shipped)) {
            return shortened(shipped);
        }
        throw root.problem(
                "job", "there is no file " + job, "it is looked for beside the scenario and below " + request.home());
    }

    /** A path below the current directory is named relative to it, as the user would. */
    private static Path shortened(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path here = Path.of("").toAbsolutePath();
        return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
    }

    /** A key that the user should have written: the scenario is to blame, not the default. */
    private static SettingsException missing(ScenarioRequest request, String key, String message, String hint) {
        return new SettingsException(new Problem(shortened(request.file()).toString(), key, message, hint));
    }

    /** Returns the jobs, in the order of the file. */
    public List<FioJob> jobs() {
        return jobFile.jobs();
    }

    /** Returns the device names that jobs may use, each with its place on the host. */
    public Map<String, Integer> devices() {
        return DeviceNames.of(hardware.devices(), host.driver());
    }

    /** Returns the size of each device, in sectors of 512 bytes. */
    public long deviceSectors() {
        return host.driver() == DriverKind.NULL_BLK
                ? driver.gigabytes() * SECTORS_PER_GIB
                : hardware.stripes().capacitySectors();
    }

    /** Returns how the driver tags of several hardware queues are made. */
    public HostTags hostTags() {
        return driver.sharedTags() ? HostTags.SHARED : host.tags();
    }

    /** Returns the number of SCSI hosts: one, or for AHCI one for each port. */
    public int hosts() {
        return host.driver() == DriverKind.AHCI ? hardware.devices() : 1;
    }

    /**
     * Returns whether a job polls for completions, where its devices can be polled.
     *
     * @param job one of the jobs
     */
    public boolean polls(FioJob job) {
        return job.queueing().hipri()
                && (kernel.pollsSyncIo() || job.queueing().engine().submission() == FioSubmission.ASYNC);
    }

    /**
     * Returns what a user should know before a run that is paced by the wall clock: how long commands that are not answered
     * keep him waiting.
     *
     * @param tdf the time dilation factor, 0 if it is to be found
     */
    public List<String> expectations(double tdf) {
        boolean swallows = !faults.devices().isEmpty()
                || !faults.hba().isEmpty()
                || !driver.faults().isNone();
        double factor = tdf == 0 ? TYPICAL_TDF : tdf;
        double seconds = host.errors().timeoutNs() / 1e9;
        double minutes = seconds * factor / 60;
        if (!swallows || minutes <= 1) {
            return List.of();
        }
        return List.of(String.format(
                Locale.ROOT,
                "a command that is not answered waits for %.1f s (host.errors.timeout-ms): about %.0f minutes of wall time"
                        + " at %s %.0f; --clock virtual does not wait",
                seconds,
                minutes,
                tdf == 0 ? "a dilation of, say," : "--tdf",
                factor));
    }

    /** Returns what a machine needs memory for, in words. */
    public String size() {
        long threads =
                jobs().stream().mapToLong(job -> job.placement().numjobs()).sum();
        String queues = stack == Stack.LEGACY ? "" : " x " + driver.map().queues() + " hardware queues";
        return machine.topology().cpus() + " CPUs" + queues + " x " + hardware.devices() + " devices and " + threads
                + " fio threads";
    }

    /** Returns one line for each thing that was accepted but has no effect. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        jobFile.warnings().stream().map(FioWarning::toString).forEach(warnings::add);
        for (FioJob job : jobs()) {
            if (job.queueing().hipri() && !polls(job)) {
                warnings.add("job " + job.name() + ": hipri has no effect with ioengine="
                        + job.queueing().engine().name() + ": " + kernel.name()
                        + " does not poll for the ends of synchronous I/O; ioengine=io_uring would be polled");
            }
        }
        return List.copyOf(warnings);
    }
}
