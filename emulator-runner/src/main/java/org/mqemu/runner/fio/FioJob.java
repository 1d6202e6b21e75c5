package org.mqemu.runner.fio;

import java.util.List;

/**
 * One job as understood: defaults, inherited options and its own, settled as fio settles them. {@code numjobs} copies
 * of it are to be run.
 *
 * @param name name of the job, that of its section unless {@code name} was given in it; may be empty
 * @param description text of {@code description}; empty if not given
 * @param filenames devices in the order given, as written, a leading {@code /dev/} included; empty if not given
 * @param direct what was asked for; no page cache is emulated, so I/O is direct either way
 * @param pattern which I/Os
 * @param extent on which part of the device
 * @param queueing how the queue is filled and emptied
 * @param timing when it starts and ends
 * @param placement how many copies, and on which CPUs
 * @param grouping how it relates to the jobs before it
 * @param reporting what is measured
 * @param inheritedOptions options from the global sections above, in the order written
 * @param ownOptions options of its own section, in the order written, then overrides
 * @param file the file as it was named
 * @param line line of the section's header, from 1
 * @param section text between the brackets of its section
 */
public record FioJob(
        String name,
        String description,
        List<String> filenames,
        boolean direct,
        FioPattern pattern,
        FioExtent extent,
        FioQueueing queueing,
        FioTiming timing,
        FioPlacement placement,
        FioGrouping grouping,
        FioReporting reporting,
        List<FioOption> inheritedOptions,
        List<FioOption> ownOptions,
        String file,
        int line,
        String section) {

    /** Copies the lists. */
    public FioJob {
        filenames = List.copyOf(filenames);
        inheritedOptions = List.copyOf(inheritedOptions);
        ownOptions = List.copyOf(ownOptions);
    }
}
