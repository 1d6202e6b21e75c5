package org.mqemu.blkmq.support;

import java.util.List;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.legacy.ElevatorFactory;
import org.mqemu.blkmq.legacy.LegacyElevators;
import org.mqemu.blkmq.legacy.LegacyRules;

/**
 * What a legacy stack for tests has of its own.
 *
 * @param limits what requests may grow to
 * @param elevator the elevator's name
 * @param elevators makes elevators
 * @param writeCache what the devices have
 * @param rules the kernel's generation
 */
public record LegacySetup(
        QueueLimits limits, String elevator, ElevatorFactory elevators, WriteCache writeCache, LegacyRules rules) {
    /** 16 requests of 8 sectors fit into one. */
    public static final QueueLimits MERGING = new QueueLimits(128, 16, 0);

    /** noop, 3.15, no merging, no volatile cache. */
    public LegacySetup() {
        this(TestQueue.NO_MERGING, "noop", new LegacyElevators(), WriteCache.WRITE_THROUGH, LegacyRules.V3_15);
    }

    /** The same with merging. */
    public LegacySetup merging() {
        return with(MERGING);
    }

    /** The same with limits. */
    public LegacySetup with(QueueLimits newLimits) {
        return new LegacySetup(newLimits, elevator, elevators, writeCache, rules);
    }

    /** The same on another kernel. */
    public LegacySetup with(LegacyRules newRules) {
        return new LegacySetup(limits, elevator, elevators, writeCache, newRules);
    }

    /** The same with another cache. */
    public LegacySetup with(WriteCache newWriteCache) {
        return new LegacySetup(limits, elevator, elevators, newWriteCache, rules);
    }

    /** The same with other elevators, the first one in use. */
    public LegacySetup with(ElevatorFactory newElevators) {
        return new LegacySetup(limits, newElevators.names().get(0), newElevators, writeCache, rules);
    }

    /** The same with an elevator made before. */
    public LegacySetup with(Elevator made) {
        return with(new ElevatorFactory() {
            @Override
            public List<String> names() {
                return List.of(made.name());
            }

            @Override
            public Elevator make(String name) {
                return made;
            }
        });
    }
}
