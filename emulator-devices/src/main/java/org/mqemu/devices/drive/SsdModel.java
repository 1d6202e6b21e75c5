package org.mqemu.devices.drive;

import java.util.Arrays;
import java.util.List;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;
import org.mqemu.devices.Extent;
import org.mqemu.devices.server.ByteRate;
import org.mqemu.devices.server.Completions;
import org.mqemu.devices.server.FifoServer;

/**
 * An SSD as K independent channels, each a FIFO server.
 *
 * <p>With random placement, exponential service of mean 1/mu and q commands always outstanding the throughput is
 * {@code mu K q / (q + K - 1)}: the law of a closed network of K equal servers. So throughput keeps rising with the
 * queue depth far beyond K, as that of real drives does; a pool of K servers behind one queue would be flat from K on.
 *
 * <p>Caveats: a command is served by one channel whatever its length; there is no cache, no garbage collection and no
 * order between a flush and the writes in front of it (a write is acknowledged when it is on the medium). Not
 * thread-safe.
 */
final class SsdModel {
    private static final int SECTOR_BYTES = 512;
    private static final int OPS = Op.values().length;

    private final SsdParameters parameters;
    private final FifoServer[] channels;
    private final Completions[] onChannel;
    private final Completions flushes = new Completions();
    private final Completions discards = new Completions();
    private final ByteRate rate;
    private final long[] commands = new long[OPS];
    private final long[] sectors = new long[OPS];
    private long rejected;

    SsdModel(SsdParameters parameters) {
        this.parameters = parameters;
        this.channels = new FifoServer[parameters.channels()];
        this.onChannel = new Completions[parameters.channels()];
        Arrays.setAll(channels, i -> new FifoServer());
        Arrays.setAll(onChannel, i -> new Completions());
        this.rate = new ByteRate(parameters.channelBytesPerSecond());
    }

    /** Returns whether the command lies on the drive, and counts it if it does not. */
    boolean accepts(BlockCommand command) {
        boolean good = Extent.fits(command, parameters.capacitySectors());
        if (!good) {
            rejected++;
        }
        return good;
    }

    /** Takes an accepted command and returns the emulated time at which it is done. */
    long serve(BlockCommand command, long nowNs, RandomStream random) {
        int op = command.op().ordinal();
        commands[op]++;
        sectors[op] += command.sectors();
        return switch (command.op()) {
            case READ -> onChannel(command, nowNs, parameters.read(), random);
            case WRITE -> onChannel(command, nowNs, parameters.program(), random);
            case FLUSH -> aside(flushes, nowNs, parameters.flushNs());
            case DISCARD -> aside(discards, nowNs, parameters.discardNs());
            case TEST_UNIT_READY -> nowNs;
        };
    }

    private long onChannel(BlockCommand command, long nowNs, ServiceTime service, RandomStream random) {
        int channel = channelOf(command.sector(), random);
        long serviceNs = service.drawNs(random) + rate.costNs((long) command.sectors() * SECTOR_BYTES);
        long endNs = channels[channel].serve(nowNs, serviceNs);
        onChannel[channel].add(nowNs, endNs);
        return endNs;
    }

    private static long aside(Completions stage, long nowNs, long serviceNs) {
        long endNs = nowNs + serviceNs;
        stage.add(nowNs, endNs);
        return endNs;
    }

    private int channelOf(long sector, RandomStream random) {
        return switch (parameters.placement()) {
            case RANDOM -> (int) random.nextBelow(channels.length);
            case STRIPED -> (int) (sector / parameters.stripeSectors() % channels.length);
        };
    }

    SsdStatistics statistics(long atNs) {
        long inFlight = (long) flushes.inFlight(atNs) + discards.inFlight(atNs);
        for (Completions stage : onChannel) {
            inFlight += stage.inFlight(atNs);
        }
        List<Long> busyNs = Arrays.stream(channels).map(c -> c.busyNs(atNs)).toList();
        return new SsdStatistics(
                commands[Op.READ.ordinal()],
                commands[Op.WRITE.ordinal()],
                commands[Op.FLUSH.ordinal()],
                commands[Op.DISCARD.ordinal()],
                rejected,
                sectors[Op.READ.ordinal()],
                sectors[Op.WRITE.ordinal()],
                sectors[Op.DISCARD.ordinal()],
                inFlight,
                busyNs);
    }
}
