package org.mqemu.scsi.error;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;

/**
 * The sense data that comes with CHECK CONDITION.
 *
 * @param key the sense key's name, as the kernel prints it (scsi_sense_key_string)
 * @param additional the additional sense code's name (drivers/scsi/sense_codes.h)
 */
public record Sense(String key, String additional) {
    /**
     * Returns the sense data of a status that has some.
     *
     * @param status the status
     * @param op what the command did
     */
    public static Sense of(CommandStatus status, Op op) {
        return switch (status) {
            case UNIT_ATTENTION -> new Sense("Unit Attention", "Power on, reset, or bus device reset occurred");
            case NOT_READY -> new Sense("Not Ready", "Logical unit is in process of becoming ready");
            case ABORTED_COMMAND -> new Sense("Aborted Command", "No additional sense information");
            case MEDIUM_ERROR -> new Sense("Medium Error", op == Op.WRITE ? "Write error" : "Unrecovered read error");
            case HARDWARE_ERROR -> new Sense("Hardware Error", "Internal target failure");
            case ILLEGAL_REQUEST -> new Sense("Illegal Request", "Logical block address out of range");
            default -> throw new IllegalArgumentException(status + " comes without sense data");
        };
    }
}
