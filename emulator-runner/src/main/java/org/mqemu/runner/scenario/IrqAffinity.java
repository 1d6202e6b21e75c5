package org.mqemu.runner.scenario;

/** Who decides which CPU an HBA's vectors interrupt. */
enum IrqAffinity {
    /** The kernel, with managed interrupts. */
    MANAGED,
    /** The driver's hints: one CPU after the other. */
    HINT,
    /** The driver's hints: the CPUs of the HBA's node first. */
    HINT_NEAR_FIRST,
    /** irqbalance, without hints. */
    IRQBALANCE,
    /** Nobody: all stay on CPU 0. */
    CPU0,
    /** The scenario. */
    EXPLICIT
}
