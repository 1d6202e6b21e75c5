package org.mqemu.runner.run;

import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.KyberElevator;
import org.mqemu.blkmq.elevator.MqDeadlineElevator;
import org.mqemu.blkmq.elevator.bfq.BfqElevator;
import org.mqemu.blkmq.mq.ElevatorFactory;
import org.mqemu.blkmq.mq.QueueMap;

/** The schedulers of blk-mq. */
final class MqElevators implements ElevatorFactory {
    private final boolean priorities;
    private final boolean rotational;

    /**
     * Creates the factory.
     *
     * @param priorities whether mq-deadline knows priorities
     * @param rotational whether the devices have heads that move (sysfs rotational)
     */
    MqElevators(boolean priorities, boolean rotational) {
        this.priorities = priorities;
        this.rotational = rotational;
    }

    @Override
    public List<String> names() {
        return List.of("mq-deadline", "kyber", "bfq");
    }

    @Override
    public Elevator make(String name, int cpus, QueueMap map, int nrRequests) {
        return switch (name) {
            case "mq-deadline" -> new MqDeadlineElevator(nrRequests, priorities);
            case "kyber" -> new KyberElevator(cpus, map.queues(), map::queueOf);
            case "bfq" -> new BfqElevator(rotational);
            default -> throw new IllegalArgumentException("blk-mq has no scheduler " + name);
        };
    }
}
