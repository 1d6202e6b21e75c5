package org.mqemu.runner.report;

import java.util.List;
import org.mqemu.scsi.midlayer.RecoveryFigures;

/** What error handling of SCSI hosts has done. */
final class RecoveryReport {
    private RecoveryReport() {}

    static void write(StringBuilder out, List<RecoveryFigures> hosts) {
        TextTable means = new TextTable(
                "error handling", "timeouts", "failed", "aborts", "dev reset", "tgt reset", "bus reset", "host reset");
        TextTable ends = new TextTable(
                "commands after errors", "retried", "retried after", "given up", "offline", "in recovery");
        for (RecoveryFigures host : hosts) {
            means.row(
                    host.host(),
                    Long.toString(host.timeouts()),
                    Long.toString(host.failures()),
                    host.aborts() + " of " + (host.aborts() + host.abortsFailed()),
                    Long.toString(host.deviceResets()),
                    Long.toString(host.targetResets()),
                    Long.toString(host.busResets()),
                    Long.toString(host.hostResets()));
            ends.row(
                    host.host(),
                    Long.toString(host.retries()),
                    Long.toString(host.retriedAfter()),
                    Long.toString(host.givenUp()),
                    Long.toString(host.offline()),
                    Fmt.duration(host.recoveryNs()));
        }
        means.write(hosts.isEmpty() ? out : out.append('\n'));
        ends.write(hosts.isEmpty() ? out : out.append('\n'));
        long resetsFailed =
                hosts.stream().mapToLong(RecoveryFigures::resetsFailed).sum();
        if (resetsFailed > 0) {
            out.append("    resets that failed: ").append(resetsFailed).append('\n');
        }
    }

    static void write(Json json, List<RecoveryFigures> hosts) {
        if (hosts.isEmpty()) {
            return;
        }
        json.openArray("error_handling");
        for (RecoveryFigures host : hosts) {
            json.open();
            json.put("host", host.host());
            json.put("timeouts", host.timeouts());
            json.put("failed", host.failures());
            json.put("aborts", host.aborts());
            json.put("aborts_failed", host.abortsFailed());
            json.put("device_resets", host.deviceResets());
            json.put("target_resets", host.targetResets());
            json.put("bus_resets", host.busResets());
            json.put("host_resets", host.hostResets());
            json.put("resets_failed", host.resetsFailed());
            json.put("retries", host.retries());
            json.put("retries_after_recovery", host.retriedAfter());
            json.put("given_up", host.givenUp());
            json.put("devices_offline", host.offline());
            json.put("recovery_ns", host.recoveryNs());
            json.close();
        }
        json.closeArray();
    }
}
