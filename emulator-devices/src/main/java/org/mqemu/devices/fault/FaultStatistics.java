package org.mqemu.devices.fault;

/**
 * How often a rule has struck.
 *
 * @param place the drive, volume or HBA that it is for
 * @param rule the rule as the user wrote it
 * @param kind what happens
 * @param struck how often
 */
public record FaultStatistics(String place, String rule, FaultKind kind, long struck) {}
