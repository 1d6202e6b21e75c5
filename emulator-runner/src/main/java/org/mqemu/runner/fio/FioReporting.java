package org.mqemu.runner.fio;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a job measures and how it is printed.
 *
 * @param kbBase 1024 or 1000: what {@code k} means
 * @param unitBase 8 to print bytes per second, 1 to print bits per second
 * @param percentileList percentiles above 0 and up to 100, exactly as given, from 1 to 20 of them
 * @param gtodReduce true if no latencies were to be taken at all
 * @param disableClat true to leave out completion latencies
 * @param disableSlat true to leave out submission latencies
 * @param disableLat true to leave out total latencies
 */
public record FioReporting(
        int kbBase,
        int unitBase,
        List<BigDecimal> percentileList,
        boolean gtodReduce,
        boolean disableClat,
        boolean disableSlat,
        boolean disableLat) {

    /** Copies the list. */
    public FioReporting {
        percentileList = List.copyOf(percentileList);
    }
}
