package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.KyberElevator;
import org.mqemu.blkmq.elevator.MqDeadlineElevator;
import org.mqemu.blkmq.elevator.bfq.BfqElevator;
import org.mqemu.blkmq.mq.ElevatorFactory;
import org.mqemu.blkmq.mq.QueueMap;

/** The schedulers of blk-mq, and one for tests that idles; keeps all that it has made. */
public final class LaterElevators implements ElevatorFactory {
    private final List<Elevator> made = Collections.synchronizedList(new ArrayList<>());

    @Override
    public List<String> names() {
        return List.of("mq-deadline", "kyber", "bfq", "idling");
    }

    @Override
    public Elevator make(String name, int cpus, QueueMap map, int nrRequests) {
        Elevator elevator =
                switch (name) {
                    case "mq-deadline" -> new MqDeadlineElevator(nrRequests, true);
                    case "kyber" -> new KyberElevator(cpus, map.queues(), map::queueOf);
                    case "bfq" -> new BfqElevator(false);
                    default -> new IdlingElevator("idling", 5_000, false);
                };
        made.add(elevator);
        return elevator;
    }

    /** Returns all schedulers that were made. */
    public List<Elevator> made() {
        return made;
    }
}
