package org.mqemu.devices.volume;

import java.util.List;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.Extent;
import org.mqemu.devices.Range;

/**
 * A RAID 0 volume: stripes commands over members, which may be drives or volumes.
 *
 * <p>A command within one chunk is passed on to its member, which answers the sender itself: to a real controller such
 * a volume is an address calculation. A longer command becomes one command for each member that it touches; it is done
 * when all of them are, and the worst status wins ({@link CommandStatus} is ordered from good to worst). A flush goes
 * to all members.
 */
public final class StripedVolume extends Component implements BlockTarget, CommandSink {
    /** The largest latency, in nanoseconds. */
    public static final long MAX_LATENCY_NS = 1_000_000_000L;

    private final StripeMap map;
    private final List<Ref<BlockTarget>> members;
    private final long latencyNs;
    private final Ref<CommandSink> self = ref(CommandSink.class);
    private final OpenSplits splits = new OpenSplits();
    private long commands;
    private long rejected;
    private long splitCommands;
    private long memberCommands;

    /**
     * Creates a volume that adds no latency, as one that the HBA's firmware makes.
     *
     * @param map where its sectors lie
     * @param members its members, as many as the map has
     * @throws IllegalArgumentException if their number is another
     */
    public StripedVolume(StripeMap map, List<Ref<BlockTarget>> members) {
        this(map, members, 0);
    }

    /**
     * Creates a volume.
     *
     * @param map where its sectors lie
     * @param members its members, as many as the map has
     * @param latencyNs the time that a command needs on its way to the members, in nanoseconds, occupying nothing, from
     *     0 to {@link #MAX_LATENCY_NS}; there is none on the way back
     * @throws IllegalArgumentException if the number of members or the latency is wrong
     */
    public StripedVolume(StripeMap map, List<Ref<BlockTarget>> members, long latencyNs) {
        if (members.size() != map.members()) {
            throw new IllegalArgumentException(
                    "the map is for " + map.members() + " members, there are " + members.size());
        }
        this.map = map;
        this.members = List.copyOf(members);
        this.latencyNs = Range.check("latencyNs", latencyNs, 0, MAX_LATENCY_NS);
    }

    @Override
    public void onBlockCommand(BlockCommand command) {
        commands++;
        if (!Extent.fits(command, map.capacitySectors())) {
            rejected++;
            send(command.replyTo(), new CommandDone(command.token(), CommandStatus.ILLEGAL_REQUEST), nowNs());
        } else if (command.op() == Op.FLUSH) {
            flush(command);
        } else if (map.inOneChunk(command.sector(), command.sectors())) {
            passOn(command);
        } else {
            split(command);
        }
    }

    private void passOn(BlockCommand command) {
        long sector = command.sector();
        toMember(
                map.memberOf(sector),
                new BlockCommand(
                        command.token(),
                        command.op(),
                        map.memberSectorOf(sector),
                        command.sectors(),
                        command.replyTo()));
    }

    private void split(BlockCommand command) {
        long first = command.sector();
        long end = first + command.sectors();
        int parts = 0;
        for (int member = 0; member < members.size(); member++) {
            if (map.below(member, end) > map.below(member, first)) {
                parts++;
            }
        }
        int slot = open(command, parts);
        for (int member = 0; member < members.size(); member++) {
            long from = map.below(member, first);
            int sectors = (int) (map.below(member, end) - from);
            if (sectors > 0) {
                toMember(member, new BlockCommand(slot, command.op(), from, sectors, self));
            }
        }
    }

    private void flush(BlockCommand command) {
        int slot = open(command, members.size());
        BlockCommand part = new BlockCommand(slot, Op.FLUSH, 0, 0, self);
        for (int member = 0; member < members.size(); member++) {
            toMember(member, part);
        }
    }

    private int open(BlockCommand command, int parts) {
        splitCommands++;
        return splits.open(command, parts);
    }

    private void toMember(int member, BlockCommand command) {
        memberCommands++;
        send(members.get(member), command, nowNs() + latencyNs);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is no part of an open command
     */
    @Override
    public void onCommandDone(CommandDone done) {
        BlockCommand command = splits.partDone(done);
        if (command != null) {
            send(command.replyTo(), new CommandDone(command.token(), splits.worst((int) done.token())), nowNs());
        }
    }

    /** {@inheritDoc} The firmware that makes the volume answers for it, at once. */
    @Override
    public void onBlockTask(BlockTask task) {
        send(task.replyTo(), new CommandDone(task.token(), CommandStatus.GOOD), nowNs());
    }

    /** Returns what the volume has counted; read it in the run only under a clock that is not concurrent. */
    public VolumeStatistics statistics() {
        return new VolumeStatistics(commands, rejected, splitCommands, memberCommands, splits.open());
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "split commands open", splits.open());
    }
}
