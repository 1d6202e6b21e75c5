package org.mqemu.runner.report;

import java.util.List;
import java.util.Map;

/** fio's JSON output with one more member, {@code mqemu}, at its top; one document. */
public final class JsonWriter {
    private JsonWriter() {}

    /** The report as {@code --output-format=json}. */
    public static String write(RunReport report) {
        return write(report, false);
    }

    /** The report as {@code --output-format=json+}: with the histograms' bins. */
    public static String writePlus(RunReport report) {
        return write(report, true);
    }

    private static String write(RunReport report, boolean bins) {
        Json json = new Json();
        json.put("fio version", report.fullVersion());
        json.put("timestamp", Math.floorDiv(report.time().epochMs(), 1000L));
        json.put("timestamp_ms", report.time().epochMs());
        json.put("time", report.time().text());
        options(json, "global options", report.globalOptions());
        long elapsedS = (report.emulation().clock().emulatedNs() + 999_999_999) / 1_000_000_000;
        json.openArray("jobs");
        for (GroupReport group : report.groups()) {
            for (JobReport job : group.jobs()) {
                new JobJson(json, bins).write(job, group, elapsedS);
            }
        }
        json.closeArray();
        disks(json, report.disks());
        EmulationJson.write(json, report.emulation(), report.biosPerRequest());
        return json.finish();
    }

    static void options(Json json, String name, Map<String, String> options) {
        if (options.isEmpty()) {
            return;
        }
        json.open(name);
        options.forEach(json::put);
        json.close();
    }

    private static void disks(Json json, List<DiskUtil> disks) {
        if (disks.isEmpty()) {
            return;
        }
        json.openArray("disk_util");
        for (DiskUtil disk : disks) {
            json.open();
            json.put("name", disk.name());
            json.put("read_ios", disk.readIos());
            json.put("write_ios", disk.writeIos());
            json.put("read_merges", disk.readMerges());
            json.put("write_merges", disk.writeMerges());
            json.put("read_ticks", disk.readTicksMs());
            json.put("write_ticks", disk.writeTicksMs());
            json.put("in_queue", disk.inQueueMs());
            json.put("util", disk.utilPercent());
            json.close();
        }
        json.closeArray();
    }
}
