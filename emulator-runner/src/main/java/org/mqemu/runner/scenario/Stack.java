package org.mqemu.runner.scenario;

/** Which block layer the devices use. */
public enum Stack {
    /** The legacy request queue. */
    LEGACY,
    /** blk-mq under the SCSI mid-layer. */
    SCSI_MQ,
    /** blk-mq with a driver of its own: null_blk. */
    BLK_MQ
}
