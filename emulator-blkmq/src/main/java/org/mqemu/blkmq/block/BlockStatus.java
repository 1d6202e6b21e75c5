package org.mqemu.blkmq.block;

import org.mqemu.api.hardware.CommandStatus;

/**
 * How a request and its bios ended (blk_status_t), with the errno that a submitter sees and the name that the kernel logs.
 *
 * <p>Source: block/blk-core.c of 6.1, blk_errors.
 */
public enum BlockStatus {
    /** All of it was done (BLK_STS_OK). */
    OK(0, "", "Success"),
    /** Nobody can do that (BLK_STS_NOTSUPP, EOPNOTSUPP). */
    NOTSUPP(95, "operation not supported", "Operation not supported"),
    /** There was no answer in time (BLK_STS_TIMEOUT, ETIMEDOUT). */
    TIMEOUT(110, "timeout", "Connection timed out"),
    /** The device has no space left (BLK_STS_NOSPC, ENOSPC). */
    NOSPC(28, "critical space allocation", "No space left on device"),
    /** The link failed; another path may do (BLK_STS_TRANSPORT, ENOLINK). */
    TRANSPORT(67, "recoverable transport", "Link has been severed"),
    /** The device can not do it on any path (BLK_STS_TARGET, EREMOTEIO). */
    TARGET(121, "critical target", "Remote I/O error"),
    /** Somebody else has reserved the device (BLK_STS_NEXUS, EBADE). */
    NEXUS(52, "critical nexus", "Invalid exchange"),
    /** The medium failed (BLK_STS_MEDIUM, ENODATA). */
    MEDIUM(61, "critical medium", "No data available"),
    /** The device is offline (BLK_STS_OFFLINE, ENODEV; since 5.18). */
    OFFLINE(19, "device offline", "No such device"),
    /** Anything else (BLK_STS_IOERR, EIO). */
    IOERR(5, "I/O", "Input/output error");

    private final int errno;
    private final String kernelName;
    private final String strerror;

    BlockStatus(int errno, String kernelName, String strerror) {
        this.errno = errno;
        this.kernelName = kernelName;
        this.strerror = strerror;
    }

    /** Returns the errno, at least 0, as Linux numbers them. */
    public int errno() {
        return errno;
    }

    /** Returns the name that the kernel logs before "error". */
    public String kernelName() {
        return kernelName;
    }

    /** Returns the errno's text (strerror). */
    public String strerror() {
        return strerror;
    }

    /** Returns what a driver without a mid-layer makes of an answer: a timeout, or an I/O error. */
    static BlockStatus ofDriver(CommandStatus status) {
        return switch (status) {
            case GOOD -> OK;
            case TIMED_OUT -> TIMEOUT;
            default -> IOERR;
        };
    }
}
