package org.mqemu.runner.report;

/**
 * What was emulated, so that a report that was put aside can be told from another.
 *
 * @param stack the block layer: {@code legacy} or {@code scsi-mq}
 * @param kernel the kernel generation's name
 * @param cpus the number of CPUs
 * @param nodes the number of NUMA nodes
 * @param driver the low-level driver
 * @param devices the number of devices
 * @param drivesPerDevice drives of each
 * @param drive the drives' name
 */
public record MachineReport(
        String stack,
        String kernel,
        int cpus,
        int nodes,
        String driver,
        int devices,
        int drivesPerDevice,
        String drive) {

    /** Returns the machine in one line. */
    public String text() {
        return stack + " on " + kernel + ", " + cpus + " CPUs in " + nodes + (nodes == 1 ? " node, " : " nodes, ")
                + driver + ", " + devices + (devices == 1 ? " device of " : " devices of ") + drivesPerDevice + " x "
                + drive;
    }
}
