package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.tag.TagMap;

/**
 * Which of the HBA's command indexes a command has.
 *
 * <p>Under blk-mq it follows from the request's tag: tags of several hardware queues or hosts that are not shared are
 * numbered one behind the other (blk_mq_unique_tag). Under the legacy stack the driver takes one from a bitmap of its own.
 */
public final class CommandIndexes {
    private final @Nullable TagMap own;
    private final int perHost;
    private final int perQueue;
    private final int count;
    private final int hosts;

    private CommandIndexes(@Nullable TagMap own, int perHost, int perQueue, int count, int hosts) {
        this.hosts = hosts;
        this.own = own;
        this.perHost = perHost;
        this.perQueue = perQueue;
        this.count = count;
    }

    /**
     * Returns indexes that the driver takes from a bitmap.
     *
     * @param map the bitmap
     * @param hosts how many hosts share the HBA
     */
    public static CommandIndexes own(TagMap map, int hosts) {
        return new CommandIndexes(map, 0, 0, map.depth(), hosts);
    }

    /**
     * Returns indexes that follow from tags.
     *
     * @param hosts how many hosts share the HBA
     * @param queues how many hardware queues each has, with tags of their own; 1 if they share them
     * @param depth the tags of each
     */
    public static CommandIndexes ofTags(int hosts, int queues, int depth) {
        return new CommandIndexes(
                null, hosts == 1 ? 0 : queues * depth, queues == 1 ? 0 : depth, hosts * queues * depth, hosts);
    }

    /** Returns how many hosts share them. */
    int hosts() {
        return hosts;
    }

    /** Returns how many there are. */
    public int count() {
        return count;
    }

    @Nullable TagMap own() {
        return own;
    }

    int of(Request request, int host) {
        return own != null ? request.driverIndex() : host * perHost + request.hctx() * perQueue + request.driverIndex();
    }
}
