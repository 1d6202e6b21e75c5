package org.mqemu.blkmq.cpu;

/**
 * What one call of a kernel function costs on an otherwise idle core with a warm cache, waiting not included.
 *
 * @param id the function's place in the function table, from 0
 * @param function the function's name, as perf shows it
 * @param ns the cost, in nanoseconds
 */
public record Price(int id, String function, long ns) {}
