package org.mqemu.scsi.error;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.BlockStatus;

/** {@code scsi_result_to_blk_status}, with what {@code scsi_check_sense} notes for it. */
public final class ResultToBlockStatus {
    private ResultToBlockStatus() {}

    /**
     * Returns how a request ends.
     *
     * @param status how its command ended
     * @param op what the command did
     */
    public static BlockStatus of(CommandStatus status, Op op) {
        return switch (status) {
            case GOOD -> BlockStatus.OK;
            case MEDIUM_ERROR -> op == Op.READ ? BlockStatus.MEDIUM : BlockStatus.IOERR;
            case HARDWARE_ERROR, ILLEGAL_REQUEST -> BlockStatus.TARGET;
            default -> BlockStatus.IOERR;
        };
    }
}
