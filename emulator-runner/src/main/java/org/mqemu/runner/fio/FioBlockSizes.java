package org.mqemu.runner.fio;

/**
 * Block sizes per direction, each a multiple of 512.
 *
 * @param readBytes bytes per read
 * @param writeBytes bytes per write
 * @param trimBytes bytes per trim
 */
public record FioBlockSizes(long readBytes, long writeBytes, long trimBytes) {

    /**
     * The smallest of the three, which is what fio holds {@code size} against.
     *
     * @return bytes
     */
    public long minBytes() {
        return Math.min(readBytes, Math.min(writeBytes, trimBytes));
    }
}
