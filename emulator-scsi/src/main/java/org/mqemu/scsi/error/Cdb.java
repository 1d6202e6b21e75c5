package org.mqemu.scsi.error;

import java.util.HexFormat;
import org.mqemu.api.hardware.Op;

/**
 * The command descriptor block that sd builds for a request, in bytes (SBC-3).
 *
 * <p>Source: drivers/scsi/sd.c of 6.1, sd_setup_read_write_cmnd: the commands of 16 bytes for devices beyond 2 TiB and for
 * requests of more than 65,535 blocks, else those of 10.
 */
public final class Cdb {
    private static final long LARGEST_10 = 0xffff_ffffL;
    private static final int MOST_BLOCKS_10 = 0xffff;
    private static final int FUA = 0x08;

    private Cdb() {}

    /**
     * Returns the command as the kernel prints it: its name and its bytes.
     *
     * @param op what it does
     * @param sector the first sector
     * @param sectors the number of sectors
     * @param fua whether it asks for durability
     * @param deviceSectors the device's size, in sectors
     */
    public static String text(Op op, long sector, int sectors, boolean fua, long deviceSectors) {
        return switch (op) {
            case READ, WRITE -> readWrite(op == Op.WRITE, sector, sectors, fua, deviceSectors);
            case FLUSH -> "Synchronize Cache(10) " + hex(new byte[10], 0x35);
            case DISCARD -> "Unmap/Read sub-channel " + hex(unmap(), 0x42);
            case TEST_UNIT_READY -> "Test Unit Ready " + hex(new byte[6], 0x00);
        };
    }

    private static String readWrite(boolean write, long sector, int sectors, boolean fua, long deviceSectors) {
        boolean large = deviceSectors > LARGEST_10 || sectors > MOST_BLOCKS_10;
        byte[] cdb = new byte[large ? 16 : 10];
        cdb[1] = (byte) (fua ? FUA : 0);
        if (large) {
            put(cdb, 2, 8, sector);
            put(cdb, 10, 4, sectors);
            return (write ? "Write(16) " : "Read(16) ") + hex(cdb, write ? 0x8a : 0x88);
        }
        put(cdb, 2, 4, sector);
        put(cdb, 7, 2, sectors);
        return (write ? "Write(10) " : "Read(10) ") + hex(cdb, write ? 0x2a : 0x28);
    }

    private static byte[] unmap() {
        byte[] cdb = new byte[10];
        cdb[8] = 24; // the length of its parameter list
        return cdb;
    }

    private static void put(byte[] cdb, int at, int bytes, long value) {
        for (int i = 0; i < bytes; i++) {
            cdb[at + i] = (byte) (value >>> (8 * (bytes - 1 - i)));
        }
    }

    private static String hex(byte[] cdb, int opcode) {
        cdb[0] = (byte) opcode;
        return HexFormat.ofDelimiter(" ").formatHex(cdb);
    }
}
