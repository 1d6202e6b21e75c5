package org.mqemu.runner.report;

/**
 * A job's definition, as fio prints it before a run.
 *
 * @param name the job's name
 * @param groupId number of its group, from 0
 * @param rw fio's access pattern, such as {@code randrw}
 * @param bs the block sizes as text: {@code (R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B}
 * @param ioengine fio's I/O engine
 * @param iodepth the queue depth, at least 1
 * @param clones identical jobs ({@code numjobs}), at least 1; more than one prints a line with three dots
 * @param thread whether they are threads, not processes
 */
public record JobBanner(
        String name, int groupId, String rw, String bs, String ioengine, int iodepth, int clones, boolean thread) {}
