package org.mqemu.scsi.midlayer;

/**
 * What is left alone after a refusal, and until when (scsi_set_blocked, scsi_finish_command).
 *
 * <p>A blocked host, target or device takes no command while it has others. When it has none, so many attempts are
 * turned away before one is let through, each after some milliseconds. A command that ends well lifts all three.
 *
 * <p>Source: drivers/scsi/scsi_lib.c and scsi.c of 3.15 to 6.1.
 */
public final class Blocking {
    private Blocking() {}

    /** The device has refused a command, or ended one with BUSY or TASK SET FULL, or a command is tried again. */
    public static void deviceBusy(ScsiDevice device) {
        device.blocked().block();
    }

    /** The device's target has refused a command. */
    public static void targetBusy(ScsiDevice device) {
        ScsiTarget target = device.target();
        if (target.isCounted()) {
            target.blocked().block();
        }
    }

    /** The host has refused a command. */
    public static void hostBusy(ScsiHost host) {
        host.blocked().block();
    }

    /**
     * Blocks whoever a low-level driver says is busy.
     *
     * @param device the command's device
     * @param result what queuecommand answered; nothing happens for OK
     */
    static void refused(ScsiDevice device, QueueResult result) {
        switch (result) {
            case OK -> {}
            case HOST_BUSY -> hostBusy(device.host());
            case TARGET_BUSY -> targetBusy(device);
            case DEVICE_BUSY -> deviceBusy(device);
        }
    }

    /** A command of the device has ended and its places have been given back: nothing is blocked any more. */
    public static void finished(ScsiDevice device) {
        device.host().blocked().unblock();
        device.target().blocked().unblock();
        device.blocked().unblock();
    }
}
