package org.mqemu.devices.volume;

import org.mqemu.devices.Range;

/**
 * Where the sectors of a RAID 0 volume lie: chunk 0 on member 0, chunk 1 on member 1, and so on round the members.
 *
 * <p>Whatever a command's length, the sectors that it has on one member follow each other there, so a command has at
 * most one part on each member: from {@link #below below(member, first)} up to {@code below(member, end)}.
 */
public final class StripeMap {
    /** The largest number of members. */
    public static final int MAX_MEMBERS = 1024;

    private final int members;
    private final int chunkSectors;
    private final long memberSectors;

    /**
     * Creates a map.
     *
     * @param members the number of members, from 1 to {@link #MAX_MEMBERS}
     * @param chunkSectors the length of a chunk, in sectors, at least 1
     * @param memberSectors the size of the smallest member, in sectors, at least one chunk; what is left of it after
     *     the last whole chunk is not used
     * @throws IllegalArgumentException if one of them lies outside
     */
    public StripeMap(int members, int chunkSectors, long memberSectors) {
        this.members = (int) Range.check("members", members, 1, MAX_MEMBERS);
        this.chunkSectors = (int) Range.check("chunkSectors", chunkSectors, 1, Integer.MAX_VALUE);
        Range.check("memberSectors", memberSectors, chunkSectors, Long.MAX_VALUE / MAX_MEMBERS);
        this.memberSectors = memberSectors / chunkSectors * chunkSectors;
    }

    /** Returns the number of members. */
    public int members() {
        return members;
    }

    /** Returns the volume's size, in sectors. */
    public long capacitySectors() {
        return memberSectors * members;
    }

    /**
     * Returns whether sectors of the volume lie in one chunk.
     *
     * @param sector the first of them
     * @param sectors how many, at least 1
     */
    public boolean inOneChunk(long sector, int sectors) {
        return sector % chunkSectors <= (long) chunkSectors - sectors;
    }

    /**
     * Returns the member that holds a sector of the volume.
     *
     * @param sector the volume's sector
     * @return the member, counted from 0
     */
    public int memberOf(long sector) {
        return (int) (sector / chunkSectors % members);
    }

    /**
     * Returns where a sector of the volume lies on its member.
     *
     * @param sector the volume's sector
     * @return the member's sector
     */
    public long memberSectorOf(long sector) {
        long row = sector / chunkSectors / members;
        return row * chunkSectors + sector % chunkSectors;
    }

    /**
     * Returns how many of the volume's sectors below one lie on a member, which is also where on the member the next
     * of them lies.
     *
     * @param member the member, counted from 0
     * @param sector the volume's sector
     * @return the number of sectors
     */
    public long below(int member, long sector) {
        long chunk = sector / chunkSectors;
        long rows = chunk / members;
        int last = (int) (chunk % members);
        long partial = member < last ? chunkSectors : member == last ? sector % chunkSectors : 0;
        return rows * chunkSectors + partial;
    }
}
