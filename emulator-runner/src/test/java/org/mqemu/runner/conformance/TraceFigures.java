package org.mqemu.runner.conformance;

import java.util.Map;

/**
 * What a block trace comes to.
 *
 * @param events how many events of each letter
 * @param pages how many dispatched requests of each size, in pages of 4 KiB, rounded down
 * @param lives how many requests with each life: the letters of the events at its first sector, in order
 * @param completedWhereDispatched requests that completed on the CPU that dispatched them
 * @param completed requests that completed
 */
record TraceFigures(
        Map<String, Integer> events,
        Map<String, Integer> pages,
        Map<String, Integer> lives,
        int completedWhereDispatched,
        int completed) {

    int count(String letter) {
        return events.getOrDefault(letter, 0);
    }

    /** Returns the mean size of a dispatched request, in pages. */
    double meanPages() {
        return (count("Q") + 0.0) / count("D");
    }
}
