package org.mqemu.blkmq.fio;

import java.util.Locale;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.BlockStatus;

/**
 * An I/O of a job that failed.
 *
 * @param disk the device's name, without {@code /dev/}
 * @param op what it did
 * @param offsetBytes where, in bytes
 * @param bytes its size, in bytes
 * @param status how it ended
 */
public record IoError(String disk, Op op, long offsetBytes, long bytes, BlockStatus status) {
    /** Returns the line that fio prints for it. */
    public String line() {
        return "fio: io_u error on file /dev/" + disk + ": " + status.strerror() + ": "
                + op.name().toLowerCase(Locale.ROOT) + " offset=" + offsetBytes + ", buflen=" + bytes;
    }
}
