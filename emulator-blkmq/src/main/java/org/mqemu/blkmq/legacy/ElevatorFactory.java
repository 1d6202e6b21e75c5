package org.mqemu.blkmq.legacy;

import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;

/** Makes the elevators that a kernel's legacy queues can have. */
public interface ElevatorFactory {

    /** Returns the names that sysfs queue/scheduler offers. */
    List<String> names();

    /**
     * Makes an elevator.
     *
     * @param name its name
     * @throws IllegalArgumentException if there is none of that name; the message says which there are
     */
    Elevator make(String name);
}
