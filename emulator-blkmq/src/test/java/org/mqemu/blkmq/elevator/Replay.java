package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * Feeds the arrivals of a recorded run into a scheduler and compares what that decides with what the kernel did: which
 * bios merge, and how; which request goes at each D.
 *
 * <p>The kernel takes a request out of the scheduler a little before it logs D. If what the kernel does next on another
 * CPU (it does not merge a bio that continues the request) shows that it has been taken out already, it is taken out
 * here too, and compared at its D. These are counted: all other decisions are compared at the moment of their record.
 */
final class Replay {
    private final Elevator elevator;
    private final QueueLimits limits;
    private final IntUnaryOperator hctxOfCpu;
    private final TestRequests requests;
    private final PlugList plug = new PlugList();
    private final List<Request> pending = new ArrayList<>();
    private final List<Request> waiting = new ArrayList<>();
    private final ArrayDeque<Request> early = new ArrayDeque<>();
    private String lastMerge = "";
    private boolean plugged;
    private int merges;
    private int dispatches;
    private int takenEarly;

    Replay(Elevator elevator, QueueLimits limits, IntUnaryOperator hctxOfCpu) {
        this.elevator = elevator;
        this.limits = limits;
        this.hctxOfCpu = hctxOfCpu;
        this.requests = new TestRequests(limits);
        requests.disk().traceTo(event -> {
            if (event.action().letter().equals("M") || event.action().letter().equals("F")) {
                lastMerge = event.action().letter();
            }
        });
    }

    /** Replays a run up to its end or to the first decision that differs. */
    Outcome run(RecordedRun run) {
        for (int i = 0; i < run.events().size(); i++) {
            RecordedRun.Event event = run.events().get(i);
            boolean agrees = (event.action() == 'Q' && !run.isMerged(i)) ? got(event) : agrees(event);
            if (!agrees) {
                return outcome("differs at " + event);
            }
        }
        return outcome(waiting.isEmpty() && !elevator.hasWork(0) ? "" : waiting.size() + " are left over");
    }

    private Outcome outcome(String difference) {
        return new Outcome(merges, dispatches, takenEarly, difference);
    }

    private boolean agrees(RecordedRun.Event event) {
        return switch (event.action()) {
            case 'M', 'F' -> merged(event);
            case 'P' -> plugged();
            case 'U' -> unplugged();
            case 'I' -> inserted(event);
            case 'D' -> dispatched(event);
            default -> true;
        };
    }

    private static Bio bio(RecordedRun.Event event) {
        return TestRequests.bio(event.op(), event.sector(), event.sectors(), IoPriority.NONE);
    }

    /** The kernel did not merge this bio. */
    private boolean got(RecordedRun.Event event) {
        Bio bio = bio(event);
        if (plug.merge(requests.queue(), bio, event.cpu(), event.timeNs())) {
            return false;
        }
        while (waiting.stream().anyMatch(r -> limits.mayAppend(r, bio) || limits.mayPrepend(r, bio))) {
            takeEarly(event);
        }
        if (elevator.merge(limits, bio, event.cpu(), event.timeNs())) {
            return false;
        }
        Request request = requests.request(bio, event.cpu(), event.timeNs());
        pending.add(request);
        if (plugged) {
            plug.add(request);
        }
        return true;
    }

    private boolean merged(RecordedRun.Event event) {
        Bio bio = bio(event);
        lastMerge = "";
        boolean merged = plug.merge(requests.queue(), bio, event.cpu(), event.timeNs())
                || elevator.merge(limits, bio, event.cpu(), event.timeNs());
        takeJoined();
        if (!merged || !lastMerge.equals(String.valueOf(event.action()))) {
            return false;
        }
        merges++;
        return true;
    }

    private void takeJoined() {
        for (Request joined = elevator.takeJoined(); joined != null; joined = elevator.takeJoined()) {
            waiting.remove(joined);
            elevator.finished(joined);
        }
    }

    private boolean plugged() {
        plugged = true;
        plug.add(pending.get(pending.size() - 1));
        return true;
    }

    private boolean unplugged() {
        plugged = false;
        plug.takeOneQueue(new ArrayList<>());
        return true;
    }

    private boolean inserted(RecordedRun.Event event) {
        Request request = pending.stream()
                .filter(r -> r.sector() == event.sector() && r.op() == event.op())
                .findFirst()
                .orElseThrow();
        pending.remove(request);
        while (waiting.stream().anyMatch(r -> limits.mayJoin(r, request))) {
            takeEarly(event);
        }
        if (request.sectors() != event.sectors() || !elevator.insert(limits, request, false, event.timeNs())) {
            return false;
        }
        waiting.add(request);
        return true;
    }

    private void takeEarly(RecordedRun.Event event) {
        early.add(take(event));
        takenEarly++;
    }

    private Request take(RecordedRun.Event event) {
        Request request = elevator.dispatch(hctxOfCpu.applyAsInt(event.cpu()), event.timeNs());
        if (request == null || !waiting.remove(request)) {
            throw new AssertionError("the scheduler dispatches nothing, or what does not wait, at " + event);
        }
        return request;
    }

    private boolean dispatched(RecordedRun.Event event) {
        Request request = early.isEmpty() ? take(event) : early.remove();
        request.started(event.cpu(), event.timeNs());
        if (request.op() != event.op() || request.sector() != event.sector() || request.sectors() != event.sectors()) {
            return false;
        }
        dispatches++;
        return true;
    }

    /**
     * What came out.
     *
     * @param merges merges that agree
     * @param dispatches dispatches that agree
     * @param takenEarly of these, requests that were taken out before their D
     * @param difference the first difference, or empty
     */
    record Outcome(int merges, int dispatches, int takenEarly, String difference) {}
}
