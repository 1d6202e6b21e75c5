package org.mqemu.blkmq.legacy;

import java.util.List;
import org.mqemu.blkmq.elevator.DeadlineElevator;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.NoopElevator;
import org.mqemu.blkmq.elevator.cfq.CfqElevator;

/** The elevators of the legacy stack. */
public final class LegacyElevators implements ElevatorFactory {
    private final boolean rotational;

    /** Creates the factory for devices without heads. */
    public LegacyElevators() {
        this(false);
    }

    /**
     * Creates the factory.
     *
     * @param rotational whether the devices have heads that move (sysfs rotational)
     */
    public LegacyElevators(boolean rotational) {
        this.rotational = rotational;
    }

    @Override
    public List<String> names() {
        return List.of("noop", "deadline", "cfq");
    }

    @Override
    public Elevator make(String name) {
        return switch (name) {
            case "noop" -> new NoopElevator();
            case "deadline" -> new DeadlineElevator();
            case "cfq" -> new CfqElevator(rotational);
            default ->
                throw new IllegalArgumentException("the legacy stack has no elevator " + name + ", but " + names());
        };
    }
}
