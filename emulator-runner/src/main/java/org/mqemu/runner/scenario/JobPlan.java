package org.mqemu.runner.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.blkmq.fio.IoPattern;
import org.mqemu.runner.fio.FioError;
import org.mqemu.runner.fio.FioJob;
import org.mqemu.runner.fio.FioPattern;
import org.mqemu.runner.fio.FioPlacement;
import org.mqemu.runner.fio.FioReporting;
import org.mqemu.runner.fio.FioSize;
import org.mqemu.runner.fio.FioSubmission;

/**
 * What the jobs of a fio file mean on the scenario's machine: which run together, on which CPUs and devices, and where
 * on them.
 */
public final class JobPlan {
    private static final int SECTOR = 512;

    private final Scenario scenario;

    /**
     * Creates the plan of a scenario's jobs.
     *
     * @param scenario the scenario
     */
    public JobPlan(Scenario scenario) {
        this.scenario = scenario;
    }

    /**
     * Jobs that run together.
     *
     * @param jobs the jobs
     */
    public record Turn(List<Planned> jobs) {
        /** Keeps its own copy. */
        public Turn {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * A job on the machine.
     *
     * @param job the job
     * @param reportGroup the number of its group in the report, from 0
     * @param devices the devices that it works on
     * @param patterns where the I/Os of each clone go on each of them
     * @param ioSizeBytes how much each clone does; {@link Long#MAX_VALUE} for time_based jobs
     * @param maxIos how many I/Os each clone does at most; {@link Long#MAX_VALUE} if that is not limited
     * @param cpus the CPU of each clone
     */
    public record Planned(
            FioJob job,
            int reportGroup,
            List<Integer> devices,
            List<IoPattern> patterns,
            long ioSizeBytes,
            long maxIos,
            List<Integer> cpus) {
        /** Keeps its own copies. */
        public Planned {
            devices = List.copyOf(devices);
            patterns = List.copyOf(patterns);
            cpus = List.copyOf(cpus);
        }
    }

    /**
     * Returns the jobs by turns: a stonewall begins a new one.
     *
     * @throws FioError if a job does not fit the machine
     */
    public List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        List<Planned> together = new ArrayList<>();
        int reportGroup = 0;
        int clones = 0;
        for (FioJob job : scenario.jobs()) {
            boolean first = turns.isEmpty() && together.isEmpty();
            if (!first && (job.grouping().stonewall() || job.grouping().newGroup())) {
                reportGroup++;
            }
            if (job.grouping().stonewall() && !together.isEmpty()) {
                turns.add(new Turn(together));
                together.clear();
            }
            together.add(plan(job, reportGroup, clones));
            clones += job.placement().numjobs();
            checkTogether(together.get(0).job(), job);
        }
        if (together.isEmpty()) {
            throw new FioError(scenario.jobFile().origin(), 0, "no job is defined: a section such as [job1] is needed");
        }
        turns.add(new Turn(together));
        return turns;
    }

    private static void checkTogether(FioJob first, FioJob other) {
        if (!first.timing().hasTimesOf(other.timing())) {
            throw problem(
                    other,
                    "jobs that run together must have the same runtime, ramp_time, startdelay and time_based; ["
                            + first.name() + "] differs (separate them by stonewall)");
        }
    }

    private Planned plan(FioJob job, int reportGroup, int clonesBefore) {
        if (job.pattern().rw().trims()) {
            throw problem(job, "rw=" + job.pattern().rw().fioName() + " is not emulated yet: read or write");
        }
        if (job.timing().timeBased() && job.timing().runtimeNs() == 0) {
            throw problem(job, "time_based needs a runtime");
        }
        List<Integer> devices = devices(job);
        List<IoPattern> patterns = new ArrayList<>();
        for (int clone = 0; clone < job.placement().numjobs(); clone++) {
            patterns.add(pattern(job, devices.size(), clone));
        }
        long regionBytes = patterns.get(0).regionSectors() * SECTOR * devices.size();
        long ioSizeBytes = job.timing().timeBased()
                ? Long.MAX_VALUE
                : job.extent().ioSize().bytes(regionBytes, regionBytes);
        boolean unlimited = job.timing().timeBased() || job.extent().numberIos() == 0;
        long maxIos = unlimited ? Long.MAX_VALUE : job.extent().numberIos();
        return new Planned(
                job, reportGroup, devices, patterns, Math.max(SECTOR, ioSizeBytes), maxIos, cpus(job, clonesBefore));
    }

    private List<Integer> devices(FioJob job) {
        if (job.filenames().isEmpty()) {
            throw problem(job, "no filename; the devices are " + describeDevices());
        }
        List<Integer> devices = new ArrayList<>();
        for (String filename : job.filenames()) {
            String name = filename.startsWith("/dev/") ? filename.substring("/dev/".length()) : filename;
            Integer device = scenario.devices().get(name);
            if (device == null) {
                throw problem(job, "there is no device " + filename + "; the devices are " + describeDevices());
            }
            devices.add(device);
        }
        return devices;
    }

    private String describeDevices() {
        List<String> names = List.copyOf(scenario.devices().keySet());
        return names.size() == 1
                ? "/dev/" + names.get(0)
                : "/dev/" + names.get(0) + " to /dev/" + names.get(names.size() - 1);
    }

    private IoPattern pattern(FioJob job, int files, int clone) {
        FioPattern pattern = job.pattern();
        long deviceBytes = scenario.deviceSectors() * SECTOR;
        long offsetBytes = offsetBytes(job, deviceBytes, clone);
        FioSize size = job.extent().size();
        long wantedBytes = size.bytes(deviceBytes, deviceBytes - offsetBytes);
        long regionBytes = size.unit() == FioSize.Unit.BYTES ? wantedBytes / files : wantedBytes;
        regionBytes = Math.min(regionBytes, deviceBytes - offsetBytes);
        int readSectors = sectors(job, pattern.blockSizes().readBytes());
        int writeSectors = sectors(job, pattern.blockSizes().writeBytes());
        if (offsetBytes % SECTOR != 0) {
            throw problem(job, "offset " + offsetBytes + " is no multiple of " + SECTOR);
        }
        if (regionBytes / SECTOR < Math.max(readSectors, writeSectors)) {
            throw problem(
                    job,
                    "its region of " + Math.max(0, regionBytes) + " bytes on a device of " + deviceBytes
                            + " bytes is smaller than one I/O");
        }
        int readPercent = !pattern.rw().writes() ? 100 : !pattern.rw().reads() ? 0 : pattern.readPercent();
        return new IoPattern(
                readPercent,
                pattern.rw().isRandom(),
                !pattern.norandommap(),
                readSectors,
                writeSectors,
                offsetBytes / SECTOR,
                regionBytes / SECTOR);
    }

    /** get_start_offset of fio 3.33: a share of the device is rounded up to whole blocks. */
    private static long offsetBytes(FioJob job, long deviceBytes, int clone) {
        FioSize offset = job.extent().offset();
        FioSize increment = job.extent().offsetIncrement();
        long bytes;
        try {
            bytes = Math.addExact(
                    offset.bytes(deviceBytes, 0), Math.multiplyExact(clone, increment.bytes(deviceBytes, 0)));
        } catch (ArithmeticException e) {
            throw problem(job, "offset_increment " + increment + " leads beyond every device");
        }
        if (offset.unit() != FioSize.Unit.PERCENT && increment.unit() != FioSize.Unit.PERCENT) {
            return bytes;
        }
        long block = job.pattern().blockSizes().minBytes();
        return (bytes / block + (bytes % block == 0 ? 0 : 1)) * block;
    }

    private static int sectors(FioJob job, long bytes) {
        if (bytes % SECTOR != 0 || bytes < SECTOR) {
            throw problem(job, "block size " + bytes + " is no multiple of " + SECTOR);
        }
        return Math.toIntExact(bytes / SECTOR);
    }

    /** Threads are spread over the allowed CPUs in turn, counted over all jobs, and stay where they are. */
    private List<Integer> cpus(FioJob job, int clonesBefore) {
        FioPlacement placement = job.placement();
        int machine = scenario.machine().topology().cpus();
        List<Integer> allowed = new ArrayList<>();
        for (int cpu = 0; cpu < machine; cpu++) {
            if (placement.cpusAllowed().isEmpty() || placement.cpusAllowed().contains(cpu)) {
                allowed.add(cpu);
            }
        }
        if (allowed.isEmpty()) {
            throw problem(job, "cpus_allowed names no CPU of this machine: it has 0-" + (machine - 1));
        }
        List<Integer> cpus = new ArrayList<>();
        for (int clone = 0; clone < placement.numjobs(); clone++) {
            cpus.add(allowed.get((clonesBefore + clone) % allowed.size()));
        }
        return cpus;
    }

    /**
     * Returns what is kept of a job's latencies.
     *
     * @param job the job
     */
    public static StatsOptions statsOptions(FioJob job) {
        FioReporting reporting = job.reporting();
        if (reporting.gtodReduce()) {
            return StatsOptions.gtodReduce();
        }
        StatsOptions all = StatsOptions.defaults();
        Set<LatencyKind> kept = EnumSet.copyOf(all.latencies());
        if (reporting.disableSlat() || job.queueing().engine().submission() == FioSubmission.SYNC) {
            kept.remove(LatencyKind.SLAT);
        }
        if (reporting.disableClat()) {
            kept.remove(LatencyKind.CLAT);
        }
        if (reporting.disableLat()) {
            kept.remove(LatencyKind.LAT);
        }
        Set<LatencyKind> percentiles = EnumSet.noneOf(LatencyKind.class);
        percentiles.addAll(all.percentiles());
        percentiles.retainAll(kept);
        return new StatsOptions(kept, percentiles, all.rates(), all.windowNs());
    }

    private static FioError problem(FioJob job, String text) {
        return new FioError(job.file(), job.line(), "job [" + job.name() + "]: " + text);
    }
}
