package org.mqemu.blkmq.topology;

/**
 * What an atomic access to a cache line costs by where its last owner is, in nanoseconds.
 *
 * @param sameCpuNs the line is in the CPU's own cache
 * @param siblingNs the other thread of the core owns it
 * @param sameNodeNs another core of the node owns it
 * @param otherNodeNs a core of another node owns it
 */
public record LineCosts(long sameCpuNs, long siblingNs, long sameNodeNs, long otherNodeNs) {

    /** Checks that no cost is negative and that distance does not make a line cheaper. */
    public LineCosts {
        if (sameCpuNs < 0 || siblingNs < sameCpuNs || sameNodeNs < siblingNs || otherNodeNs < sameNodeNs) {
            throw new IllegalArgumentException("line costs must not be negative and must not fall with distance: "
                    + sameCpuNs + ", " + siblingNs + ", " + sameNodeNs + ", " + otherNodeNs);
        }
    }
}
