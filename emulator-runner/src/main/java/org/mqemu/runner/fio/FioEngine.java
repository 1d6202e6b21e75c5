package org.mqemu.runner.fio;

/**
 * The I/O engine of a job.
 *
 * @param name fio's name for it, aliases resolved, as in {@code libaio}
 * @param submission how it submits
 */
public record FioEngine(String name, FioSubmission submission) {}
