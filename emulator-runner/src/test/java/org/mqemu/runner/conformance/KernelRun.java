package org.mqemu.runner.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run that was recorded on a real kernel: a row of runs.tsv.
 *
 * @param name its name
 * @param device the driver and its module parameters
 * @param scheduler the scheduler
 * @param settings sysfs settings
 * @param fio fio's options
 * @param figures what was recorded
 */
record KernelRun(
        String name,
        String device,
        String scheduler,
        Map<String, String> settings,
        Map<String, String> fio,
        TraceFigures figures) {

    static List<KernelRun> all() {
        List<KernelRun> runs = new ArrayList<>();
        for (String line : lines("runs.tsv")) {
            if (!line.startsWith("#") && !line.startsWith("run\t")) {
                runs.add(parse(line.split("\t", -1)));
            }
        }
        return runs;
    }

    static KernelRun named(String name) {
        return all().stream().filter(run -> run.name.equals(name)).findFirst().orElseThrow();
    }

    static List<String> lines(String resource) {
        try (InputStream in = KernelRun.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KernelRun parse(String[] cells) {
        String[] device = cells[1].split(" ", 2);
        Map<String, String> settings = new LinkedHashMap<>();
        pairs(device[1], "=").forEach((key, value) -> settings.put("module." + key, value));
        settings.putAll(pairs(cells[3], "="));
        String[] onCpu = cells[8].split("/", -1);
        return new KernelRun(
                cells[0],
                device[0],
                cells[2],
                settings,
                pairs(cells[4], "="),
                new TraceFigures(
                        counts(cells[5], "="),
                        counts(cells[6], ":"),
                        counts(cells[7], ":"),
                        Integer.parseInt(onCpu[0]),
                        Integer.parseInt(onCpu[1])));
    }

    private static Map<String, String> pairs(String cell, String separator) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : cell.split(" ", -1)) {
            if (!pair.isEmpty()) {
                String[] sides = pair.split(separator, 2);
                pairs.put(sides[0], sides[1]);
            }
        }
        return pairs;
    }

    private static Map<String, Integer> counts(String cell, String separator) {
        Map<String, Integer> counts = new TreeMap<>();
        pairs(cell, separator).forEach((key, value) -> counts.put(key, Integer.parseInt(value)));
        return counts;
    }

    /** Returns this run with another scheduler. */
    KernelRun under(String other) {
        return new KernelRun(name, device, other, settings, fio, figures);
    }

    /** Returns this run with one setting or option of fio changed; module parameters are named {@code module.NAME}. */
    KernelRun with(String key, String value) {
        boolean ofFio = fio.containsKey(key)
                || key.startsWith("iodepth")
                || key.equals("ioengine")
                || key.equals("numjobs")
                || key.equals("offset_increment");
        Map<String, String> newSettings = new LinkedHashMap<>(settings);
        Map<String, String> newFio = new LinkedHashMap<>(fio);
        (ofFio ? newFio : newSettings).put(key, value);
        return new KernelRun(name, device, scheduler, newSettings, newFio, figures);
    }

    @Override
    public String toString() {
        return name + " " + scheduler + " " + settings + " " + fio;
    }
}
