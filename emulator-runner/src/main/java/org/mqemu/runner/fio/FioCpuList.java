package org.mqemu.runner.fio;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of CPUs such as {@code 0-3,7}. */
final class FioCpuList {

    private static final Pattern RANGE = Pattern.compile("\\s*([0-9]{1,6})\\s*(?:-\\s*([0-9]{1,6})\\s*)?");

    private FioCpuList() {}

    /** The CPUs named, ascending and each once; every one below {@code cpuCount}. */
    static List<Integer> parse(String text, int cpuCount) {
        String wanted = "CPU numbers and ranges such as 0-3,7";
        String hint = text.contains(":") ? "fio 3.33 has no strides: it passes over a ':' and what follows it" : "";
        TreeSet<Integer> cpus = new TreeSet<>();
        for (String part : text.replaceFirst(",\\s*$", "").split(",", -1)) {
            Matcher match = RANGE.matcher(part);
            if (!match.matches()) {
                throw FioBadValue.expected(wanted, hint);
            }
            int first = Integer.parseInt(match.group(1));
            int last = match.group(2) == null ? first : Integer.parseInt(match.group(2));
            if (first > last) {
                throw FioBadValue.expected(wanted + ", the lower CPU first");
            }
            if (last >= cpuCount) {
                throw FioBadValue.expected("CPUs from 0 to " + (cpuCount - 1) + ", as " + cpuCount
                        + (cpuCount == 1 ? " CPU is" : " CPUs are") + " emulated");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return List.copyOf(cpus);
    }
}
