package org.mqemu.runner.fio;

/**
 * How a job relates to those before it.
 *
 * @param stonewall true to wait for all jobs before this one; also starts a new group
 * @param newGroup true to start a new group for reporting, without waiting
 * @param groupReporting true to report a group as one
 */
public record FioGrouping(boolean stonewall, boolean newGroup, boolean groupReporting) {}
