package org.mqemu.blkmq.legacy;

import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.NoopElevator;

/** The elevators of the legacy stack. */
public final class LegacyElevators implements ElevatorFactory {
    /** Creates the factory. */
    public LegacyElevators() {}

    @Override
    public List<String> names() {
        return List.of("noop");
    }

    @Override
    public Elevator make(String name) {
        if (name.equals("noop")) {
            return new NoopElevator();
        }
        throw new IllegalArgumentException("the legacy stack has no elevator " + name + ", but " + names());
    }
}
