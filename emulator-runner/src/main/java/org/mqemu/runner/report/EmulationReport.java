package org.mqemu.runner.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.scsi.midlayer.RecoveryFigures;

/**
 * What an emulation knows beyond fio: its clock, its books, and where the time went.
 *
 * @param machine what was emulated
 * @param clock the clock and how far it got
 * @param partial whether the run was ended from outside, so that the numbers cover a part only
 * @param trusted whether the clock kept its limits and the books balance
 * @param conservation submitted = completed + failed + in flight, in all and per room
 * @param cpus CPU time in all, per CPU and per kernel function
 * @param contention locks, cache lines, tags and budgets
 * @param interrupts interrupts by vector and by CPU
 * @param faults how often each rule of the fault script has struck
 * @param recoveries what error handling has done, for each SCSI host that it had to do with
 * @param stages the latency by stage, or null when no I/O completed
 * @param steady what the run's length rests on, or null when its length was fixed
 * @param kernelLog what the emulated kernel printed, as dmesg shows it
 * @param notes one line each
 */
public record EmulationReport(
        MachineReport machine,
        ClockReport clock,
        boolean partial,
        boolean trusted,
        ConservationReport conservation,
        CpuReport cpus,
        ContentionReport contention,
        InterruptReport interrupts,
        List<FaultStatistics> faults,
        List<RecoveryFigures> recoveries,
        @Nullable StageReport stages,
        @Nullable SteadyReport steady,
        List<String> kernelLog,
        List<String> notes) {
    /** The note of a run in which no I/O ended while it measured. */
    public static final String NOTHING_MEASURED =
            "NOTHING MEASURED: no I/O ended in the measured time; a longer runtime or a shorter ramp_time would see some";

    /** Copies the lists. */
    public EmulationReport {
        faults = List.copyOf(faults);
        recoveries = List.copyOf(recoveries);
        kernelLog = List.copyOf(kernelLog);
        notes = List.copyOf(notes);
    }
}
