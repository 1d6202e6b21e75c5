package org.mqemu.scsi.midlayer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * Writes to the sysfs attributes of SCSI devices ({@code /sys/block/sda/device/}), for one thread: they take effect at
 * once.
 *
 * <p>Source: drivers/scsi/scsi_sysfs.c of 6.1, sdev_store_queue_depth and sdev_store_queue_ramp_up_period.
 */
public final class DeviceSysfs implements QueueSysfs {
    private static final long MAX_PERIOD_MS = 86_400_000;

    private final Function<BlockQueue, ScsiDevice> devices;
    private final int canQueue;
    private @Nullable ScsiDevice device;
    private @Nullable Attribute attribute;
    private long value;
    private final Step change = this::change;

    /**
     * Creates the attributes.
     *
     * @param devices gives each queue its device
     * @param canQueue the hosts' can_queue, beyond which no queue depth is taken
     */
    public DeviceSysfs(Function<BlockQueue, ScsiDevice> devices, int canQueue) {
        this.devices = devices;
        this.canQueue = canQueue;
    }

    private enum Attribute {
        /** The commands that the device takes at once. */
        QUEUE_DEPTH {
            @Override
            long max(int canQueue) {
                return canQueue;
            }

            @Override
            void set(ScsiDevice device, long value) {
                device.giveQueueDepth(Math.toIntExact(value));
            }
        },
        /** How long after a full queue the depth is raised again, in milliseconds. */
        QUEUE_RAMP_UP_PERIOD {
            @Override
            long max(int canQueue) {
                return MAX_PERIOD_MS;
            }

            @Override
            void set(ScsiDevice device, long value) {
                device.rampUpPeriodMs(value);
            }
        };

        abstract long max(int canQueue);

        abstract void set(ScsiDevice device, long value);

        String file() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Attribute of(String file) {
            for (Attribute attribute : values()) {
                if (attribute.file().equals(file)) {
                    return attribute;
                }
            }
            List<String> files = Arrays.stream(values()).map(Attribute::file).toList();
            throw new IllegalArgumentException("a SCSI device has no attribute " + file + ", but " + files);
        }
    }

    @Override
    public void check(String file, String text) {
        parse(Attribute.of(file), text);
    }

    private long parse(Attribute of, String text) {
        long min = of == Attribute.QUEUE_DEPTH ? 1 : 0;
        String valid = of.file() + " is " + min + " to " + of.max(canQueue) + ": " + text;
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(valid, e);
        }
        if (number < min || number > of.max(canQueue)) {
            throw new IllegalArgumentException(valid);
        }
        return number;
    }

    @Override
    public Step store(BlockQueue queue, String file, String text) {
        Attribute of = Attribute.of(file);
        attribute = of;
        value = parse(of, text);
        device = devices.apply(queue);
        return change;
    }

    private @Nullable Step change(Context cx) {
        Attribute of = attribute;
        ScsiDevice to = device;
        if (of == null || to == null) {
            throw new IllegalStateException("nothing is being written");
        }
        of.set(to, value);
        device = null;
        attribute = null;
        return cx.ret();
    }
}
