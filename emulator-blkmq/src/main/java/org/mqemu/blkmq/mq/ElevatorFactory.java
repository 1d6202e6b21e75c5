package org.mqemu.blkmq.mq;

import java.util.List;
import org.mqemu.blkmq.elevator.Elevator;

/** Makes the schedulers that a queue may be given. */
public interface ElevatorFactory {

    /** Returns the names of the schedulers, {@code none} not among them. */
    List<String> names();

    /**
     * Makes an empty scheduler.
     *
     * @param name one of {@link #names()}
     * @param cpus the machine's CPUs
     * @param map which hardware queue serves which CPU
     * @param nrRequests the queue's nr_requests
     */
    Elevator make(String name, int cpus, QueueMap map, int nrRequests);

    /** A kernel that has no schedulers for blk-mq, as up to 4.10. */
    ElevatorFactory NONE = new ElevatorFactory() {
        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public Elevator make(String name, int cpus, QueueMap map, int nrRequests) {
            throw new IllegalArgumentException("this kernel has no scheduler for blk-mq");
        }
    };
}
