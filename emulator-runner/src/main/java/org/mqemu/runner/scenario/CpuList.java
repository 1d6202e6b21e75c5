package org.mqemu.runner.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of CPUs as sysfs writes them: {@code 0-3,8}. */
final class CpuList {
    private static final Pattern CPUS = Pattern.compile("\\s*([0-9]{1,4})\\s*(?:-\\s*([0-9]{1,4})\\s*)?");

    private CpuList() {}

    /**
     * Reads a list.
     *
     * @param list the list
     * @return its CPUs, in its order
     * @throws IllegalArgumentException if it is none, or names no CPU
     */
    static List<Integer> parse(String list) {
        List<Integer> cpus = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            Matcher range = CPUS.matcher(part);
            if (!range.matches()) {
                throw new IllegalArgumentException("\"" + list + "\" is no list of CPUs");
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("\"" + list + "\" names no CPU");
        }
        return cpus;
    }
}
