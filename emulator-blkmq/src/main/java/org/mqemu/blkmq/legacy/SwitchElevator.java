package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code elevator_switch}, for one context, with the queue_lock held before and after.
 *
 * <p>From its begin on new requests pass the elevator: they go straight to what waits for the driver
 * (blk_queue_bypass_start). What the old elevator knows is dispatched by force and awaited, looking every 10 ms, until
 * its last request has been freed and nobody dispatches (__blk_drain_queue); then the new one takes its place.
 */
final class SwitchElevator {
    private static final long LOOK_AGAIN_NS = 10_000_000; // msleep(10)

    private final ElevatorFactory elevators;
    private final RunQueue runQueue;
    private @Nullable RequestQueue queue;
    private String name = "";

    private final Step begin = this::begin;
    private final Step drain = this::drain;
    private final Step look = this::look;
    private final Step pause = this::pause;
    private final Step again = this::again;

    SwitchElevator(ElevatorFactory elevators, RunQueue runQueue) {
        this.elevators = elevators;
        this.runQueue = runQueue;
    }

    /**
     * Prepares to give a queue another elevator.
     *
     * @param of the queue
     * @param newElevator the elevator's name; nothing happens if the queue has it
     * @return the first step
     */
    Step begin(RequestQueue of, String newElevator) {
        queue = of;
        name = newElevator;
        return begin;
    }

    private RequestQueue queue() {
        RequestQueue switching = queue;
        if (switching == null) {
            throw new IllegalStateException("no queue gets another elevator");
        }
        return switching;
    }

    private @Nullable Step begin(Context cx) {
        if (queue().elevator().name().equals(name)) {
            return over(cx);
        }
        queue().bypassStart();
        return drain;
    }

    private Step drain(Context cx) {
        queue().drainElevator(cx.nowNs());
        return queue().hasQueued() ? cx.call(runQueue.begin(queue()), look) : look;
    }

    private @Nullable Step look(Context cx) {
        if (!queue().isDrained()) {
            return pause;
        }
        queue().elevator(elevators.make(name));
        queue().bypassEnd();
        return over(cx);
    }

    private @Nullable Step pause(Context cx) {
        cx.unlock(queue().lock());
        cx.send(cx.cpu().port(), new CpuPort.Wake(cx), cx.nowNs() + LOOK_AGAIN_NS);
        return cx.sleep(false, again);
    }

    private @Nullable Step again(Context cx) {
        return cx.lock(queue().lock(), drain);
    }

    private @Nullable Step over(Context cx) {
        queue = null;
        return cx.ret();
    }
}
