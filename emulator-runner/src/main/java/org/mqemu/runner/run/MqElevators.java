package org.mqemu.runner.run;

import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.KyberElevator;
import org.mqemu.blkmq.elevator.MqDeadlineElevator;
import org.mqemu.blkmq.mq.ElevatorFactory;
import org.mqemu.blkmq.mq.QueueMap;

/** The schedulers of blk-mq. */
final class MqElevators implements ElevatorFactory {
    private final boolean priorities;

    /**
     * Creates the factory.
     *
     * @param priorities whether mq-deadline knows priorities
     */
    MqElevators(boolean priorities) {
        this.priorities = priorities;
    }

    @Override
    public List<String> names() {
        return List.of("mq-deadline", "kyber");
    }

    @Override
    public Elevator make(String name, int cpus, QueueMap map, int nrRequests) {
        return switch (name) {
            case "mq-deadline" -> new MqDeadlineElevator(nrRequests, priorities);
            case "kyber" -> new KyberElevator(cpus, map.queues(), cpu -> map.queueOf(QueueMap.Type.DEFAULT, cpu));
            default -> throw new IllegalArgumentException("blk-mq has no scheduler " + name);
        };
    }
}
