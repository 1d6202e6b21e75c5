package org.mqemu.runner.scenario;

import java.util.EnumSet;
import java.util.Set;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.scsi.lld.NullBlk;

/**
 * The queues' sysfs settings.
 *
 * @param nrRequests nr_requests, or 0 for what the kernel gives the device
 * @param rqAffinity rq_affinity
 * @param limits what requests may grow to
 * @param scheduler the elevator, as sysfs names it
 * @param rotational whether the devices have heads that move
 * @param writeCache what the devices' caches are like
 * @param timeSliceNs time_slice_us: how long one software queue has a hardware queue for itself, in nanoseconds; 0 for
 *     no slices
 */
public record QueueSettings(
        int nrRequests,
        int rqAffinity,
        QueueLimits limits,
        String scheduler,
        boolean rotational,
        WriteCache writeCache,
        long timeSliceNs) {
    private static final int SECTORS_PER_KB = 2;
    private static final int MAX_SECTORS_KB = 1 << 20;
    private static final long NS_PER_US = 1_000;
    private static final int MAX_TIME_SLICE_US = 1_000_000;

    static QueueSettings read(
            Settings queue, Stack stack, DriverKind driver, KernelSettings kernel, DriverSettings driverSettings) {
        Scheduler scheduler = queue.oneOf("scheduler", Scheduler.class);
        boolean bioBased = isBioBased(driver, driverSettings);
        Set<Scheduler> known = bioBased ? EnumSet.of(Scheduler.NONE) : known(stack, kernel);
        if (scheduler != Scheduler.DEFAULT && !known.contains(scheduler)) {
            throw queue.problem(
                    "scheduler",
                    kernel.name() + " has no " + scheduler.sysfsName() + " for this stack",
                    "it has " + known.stream().map(Scheduler::sysfsName).toList());
        }
        Scheduler standard = bioBased ? Scheduler.NONE : standard(stack, kernel, driverSettings);
        Scheduler chosen = scheduler == Scheduler.DEFAULT ? standard : scheduler;
        int maxSectors = maxSectors(queue.intAt("max-sectors-kb", 4, MAX_SECTORS_KB), driver, driverSettings);
        QueueLimits limits =
                new QueueLimits(maxSectors, queue.intAt("max-segments", 1, 65_535), queue.intAt("nomerges", 0, 2));
        return new QueueSettings(
                queue.intAt("nr-requests", 0, 65_536),
                queue.intAt("rq-affinity", 0, 2),
                limits,
                chosen.sysfsName(),
                queue.flag("rotational"),
                writeCache(queue, stack, kernel, bioBased),
                timeSliceNs(queue, stack, kernel));
    }

    private static WriteCache writeCache(Settings queue, Stack stack, KernelSettings kernel, boolean bioBased) {
        boolean writeBack = queue.oneOf("write-cache", CacheMode.class) == CacheMode.WRITE_BACK;
        boolean fua = queue.flag("fua");
        if (fua && !writeBack) {
            throw queue.problem("fua", "a device whose cache is write-through needs no FUA", "leave it false");
        } else if (writeBack && bioBased) {
            throw queue.problem(
                    "write-cache", "null_blk with queue_mode 0 has no cache here", "leave it write-through");
        } else if (writeBack && stack != Stack.LEGACY && kernel.blkMq().generation() == MqGeneration.EARLY) {
            throw queue.problem(
                    "write-cache", "flushes are not emulated in blk-mq before 4.12", "leave it write-through");
        }
        return new WriteCache(writeBack, fua);
    }

    private static boolean isBioBased(DriverKind driver, DriverSettings settings) {
        return driver == DriverKind.NULL_BLK && settings.queueMode() == NullBlk.QueueMode.BIO;
    }

    /** What may be lost of what has been written (sysfs write_cache). */
    private enum CacheMode {
        WRITE_THROUGH,
        WRITE_BACK
    }

    /**
     * What a device takes is rounded down to KiB where it is shown: who sets the number that max_hw_sectors_kb shows
     * leaves the device's own limit, as recorded on 6.1 with the 255 sectors of null_blk and 127.
     */
    private static int maxSectors(int maxSectorsKb, DriverKind driver, DriverSettings driverSettings) {
        int most = driverSettings.maxSectors();
        boolean limited = driver == DriverKind.NULL_BLK && maxSectorsKb >= most / SECTORS_PER_KB;
        return limited ? most : maxSectorsKb * SECTORS_PER_KB;
    }

    private static long timeSliceNs(Settings queue, Stack stack, KernelSettings kernel) {
        int us = queue.intAt("time-slice-us", 0, MAX_TIME_SLICE_US);
        if (us > 0 && (stack == Stack.LEGACY || kernel.blkMq().generation() != MqGeneration.EARLY)) {
            throw queue.problem(
                    "time-slice-us",
                    kernel.name() + " has no time slices for this stack",
                    "they are of a patch for blk-mq of 4.5: include kernels/linux-4.5.conf and set stack = scsi-mq, or set"
                            + " it to 0");
        }
        return us * NS_PER_US;
    }

    private static Set<Scheduler> known(Stack stack, KernelSettings kernel) {
        if (stack == Stack.LEGACY) {
            return EnumSet.of(Scheduler.NOOP, Scheduler.DEADLINE, Scheduler.CFQ);
        } else if (kernel.blkMq().generation() == MqGeneration.EARLY) {
            return EnumSet.of(Scheduler.NONE);
        }
        return EnumSet.of(Scheduler.NONE, Scheduler.MQ_DEADLINE, Scheduler.KYBER, Scheduler.BFQ);
    }

    /** elevator_get_default: mq-deadline for a device with one hardware queue, or whose queues share their tags. */
    private static Scheduler standard(Stack stack, KernelSettings kernel, DriverSettings driver) {
        if (stack == Stack.LEGACY) {
            return Scheduler.NOOP;
        } else if (kernel.blkMq().generation() == MqGeneration.EARLY) {
            return Scheduler.NONE;
        }
        return driver.map().queues() == 1 || driver.sharedTags() ? Scheduler.MQ_DEADLINE : Scheduler.NONE;
    }
}
