package org.mqemu.scsi.midlayer;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.blkmq.log.LogLevel;
import org.mqemu.scsi.error.Cdb;
import org.mqemu.scsi.error.EhLog;
import org.mqemu.scsi.error.Sense;

/**
 * What the mid-layer prints about errors: what 6.1 prints always, and the steps of error handling from the logging level on.
 *
 * <p>Source: drivers/scsi/scsi_logging.c, scsi_lib.c and scsi_error.c of 6.1.
 */
final class ScsiErrorLog {
    private static final long NS_PER_S = 1_000_000_000;

    private final KernelLog log;
    private final int errorRecoveryLevel;
    private final boolean saysOfflineOnce;

    /**
     * Creates a log.
     *
     * @param log the machine's
     * @param loggingLevel scsi_logging_level, whose lowest three bits are the level of error recovery
     * @param saysOfflineOnce whether only the first request that an offline device is asked for is mentioned (since 4.20)
     */
    ScsiErrorLog(KernelLog log, int loggingLevel, boolean saysOfflineOnce) {
        this.log = log;
        this.errorRecoveryLevel = loggingLevel & 7;
        this.saysOfflineOnce = saysOfflineOnce;
    }

    // ---- prefixes ----

    private static String prefix(ScsiDevice device) {
        return "sd " + device.address() + ": ";
    }

    private static String prefix(ScsiCommand command) {
        Request request = command.request();
        String tag = request.tag() < 0 ? "" : "tag#" + request.tag() + " ";
        return prefix(command.scsiDevice()) + "[" + command.scsiDevice().disk().name() + "] " + tag;
    }

    // ---- always ----

    /** scsi_report_sense, 29h. */
    void powerOnOrReset(ScsiDevice device, long nowNs) {
        log.print(nowNs, LogLevel.WARNING, prefix(device) + "Power-on or device reset occurred");
    }

    /** scsi_cmd_runtime_exceeced. */
    void timingOut(ScsiCommand command, long nowNs) {
        log.print(
                nowNs,
                LogLevel.ERR,
                prefix(command) + "timing out command, waited " + command.mostNs() / NS_PER_S + "s");
    }

    /** scsi_print_result, scsi_print_sense and scsi_print_command. */
    void failed(ScsiCommand command, CommandStatus status, long nowNs) {
        if (!log.allows(nowNs, "scsi_io_completion_action")) {
            return;
        }
        Request request = command.request();
        String prefix = prefix(command);
        log.print(
                nowNs,
                LogLevel.INFO,
                prefix + "FAILED Result: hostbyte=" + hostByte(status) + " driverbyte=DRIVER_OK cmd_age="
                        + command.ageNs(nowNs) / NS_PER_S + "s");
        if (status.hasSense()) {
            Sense sense = Sense.of(status, request.op());
            log.print(nowNs, LogLevel.INFO, prefix + "Sense Key : " + sense.key() + " [current] ");
            log.print(nowNs, LogLevel.INFO, prefix + "Add. Sense: " + sense.additional());
        }
        String cdb = Cdb.text(
                request.op(),
                request.sector(),
                request.sectors(),
                request.isFua(),
                command.scsiDevice().disk().sectors());
        log.print(nowNs, LogLevel.INFO, prefix + "CDB: " + cdb);
    }

    private static String hostByte(CommandStatus status) {
        return switch (status) {
            case RESET -> "DID_RESET";
            case TRANSPORT_ERROR -> "DID_TRANSPORT_DISRUPTED";
            case NO_CONNECT -> "DID_NO_CONNECT";
            case TIMED_OUT -> "DID_TIME_OUT";
            default -> "DID_OK";
        };
    }

    /** scsi_eh_offline_sdevs. */
    void offlined(ScsiCommand command, long nowNs) {
        log.print(
                nowNs,
                LogLevel.INFO,
                prefix(command.scsiDevice()) + "Device offlined - not ready after error recovery");
    }

    /** sd_eh_action. */
    void mediumTimeouts(ScsiCommand command, long nowNs) {
        log.print(nowNs, LogLevel.ERR, prefix(command) + "Medium access timeout failure. Offlining disk!");
    }

    /** scsi_device_state_check, scsi_prep_state_check. */
    void rejecting(ScsiDevice device, long nowNs) {
        if (!saysOfflineOnce || device.health().saysOfflineFirst()) {
            log.print(nowNs, LogLevel.ERR, prefix(device) + "rejecting I/O to offline device");
        }
    }

    // ---- from a logging level on (SCSI_LOG_ERROR_RECOVERY) ----

    /** A line about a host. */
    void say(int level, ScsiHost host, long nowNs, String text) {
        if (level <= errorRecoveryLevel) {
            log.print(nowNs, LogLevel.INFO, "scsi " + host.name() + ": " + text);
        }
    }

    /** A line about a command. */
    void say(int level, ScsiCommand command, long nowNs, String text) {
        if (level <= errorRecoveryLevel) {
            log.print(nowNs, LogLevel.INFO, prefix(command) + text);
        }
    }

    /** A line of the escalation. */
    void say(int level, EhLog.About about, ScsiHost host, @Nullable ScsiCommand command, long nowNs, String text) {
        if (level > errorRecoveryLevel) {
            return;
        }
        String prefix = "scsi " + host.name() + ": ";
        if (command != null && about != EhLog.About.HOST) {
            prefix = about == EhLog.About.DEVICE ? prefix(command.scsiDevice()) : prefix(command);
        }
        log.print(nowNs, LogLevel.INFO, prefix + text);
    }

    /** scsi_eh_tur. */
    void tested(ScsiCommand command, long nowNs, @Nullable Enum<?> disposition) {
        String answer = disposition == null ? "timed out" : disposition.name().toLowerCase(Locale.ROOT);
        say(3, command, nowNs, "scsi_eh_tur return: " + answer);
    }
}
