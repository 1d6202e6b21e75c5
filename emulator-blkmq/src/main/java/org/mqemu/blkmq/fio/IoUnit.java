package org.mqemu.blkmq.fio;

import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;

/** fio's io_u: one I/O of a thread, used again and again. */
final class IoUnit {
    private final Bio bio;
    private int file;
    private long startNs;
    private long issueNs;

    IoUnit(BioEnd end, int index) {
        bio = new Bio(end, index);
    }

    Bio bio() {
        return bio;
    }

    int file() {
        return file;
    }

    void file(int newFile) {
        file = newFile;
    }

    void started(long nowNs) {
        startNs = nowNs;
    }

    void issued(long nowNs) {
        issueNs = nowNs;
    }

    long slatNs() {
        return issueNs - startNs;
    }

    long clatNs(long nowNs) {
        return Math.max(0, nowNs - issueNs);
    }

    long latNs(long nowNs) {
        return nowNs - startNs;
    }
}
