package org.mqemu.api.engine.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.engine.RunResult;

/**
 * Measures what the engine itself costs: deliveries a second of wall time in a ring of 16 components.
 *
 * <p>Each component has a self event every 100 to 200 ns, as a CPU has, and at each fourth of them sends a message to
 * its neighbour, which arrives 0 to 2 us later or, each second one, 20 to 100 us, as from a drive. That is four
 * self events to one message and 800 messages on their way, the mix of a blk-mq run. One message per component lies a second ahead, as a command's
 * timeout does. Arguments: the clock (VIRTUAL), the time dilation factor (0),
 * the emulated milliseconds (20), the repetitions (5).
 */
public final class EngineBenchmark {
    private static final int COMPONENTS = 16;

    private EngineBenchmark() {}

    /**
     * Runs the benchmark.
     *
     * @param args see above
     */
    public static void main(String[] args) {
        ClockKind kind = args.length > 0 ? ClockKind.valueOf(args[0].toUpperCase(Locale.ROOT)) : ClockKind.VIRTUAL;
        double tdf = args.length > 1 ? Double.parseDouble(args[1]) : ClockSettings.AUTO;
        double emulatedMs = args.length > 2 ? Double.parseDouble(args[2]) : 20;
        int repetitions = args.length > 3 ? Integer.parseInt(args[3]) : 5;
        for (int i = 0; i < repetitions; i++) {
            report(run(new ClockSettings(kind, tdf), Math.round(emulatedMs * 1e6)), System.out);
        }
    }

    private static RunResult run(ClockSettings settings, long untilNs) {
        Emulation emulation = new Emulation(1, settings);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < COMPONENTS; i++) {
            nodes.add(emulation.add("node" + i, new Node(untilNs)));
        }
        for (int i = 0; i < COMPONENTS; i++) {
            nodes.get(i).next = nodes.get((i + 1) % COMPONENTS).ref(Neighbour.class);
        }
        return emulation.run();
    }

    private static void report(RunResult result, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%.2f M deliveries/s  %d deliveries in %.2f s  tdf %.1f  %s%n",
                result.deliveries() * 1e3 / result.wallNs(),
                result.deliveries(),
                result.wallNs() / 1e9,
                result.effectiveTdf(),
                result.lateness());
    }

    /** What a node says to the next one. */
    private interface Neighbour {
        void token(long number);
    }

    private record Token(long number) implements Message<Neighbour> {
        @Override
        public void deliverTo(Neighbour target) {
            target.token(number);
        }
    }

    private static final class Node extends Component implements Neighbour {
        private final long untilNs;
        private Ref<Neighbour> next;
        private long segments;
        private long sum;

        Node(long untilNs) {
            this.untilNs = untilNs;
        }

        @Override
        protected void onStart() {
            send(next, new Token(0), untilNs + 1_000_000_000);
            armSelf(random().nextBelow(200));
        }

        @Override
        protected void onSelf() {
            if (nowNs() >= untilNs) {
                endRun();
                return;
            }
            segments++;
            if (segments % 8 == 0) {
                send(next, new Token(sum), nowNs() + 20_000 + random().nextBelow(80_000));
            } else if (segments % 4 == 0) {
                send(next, new Token(sum), nowNs() + random().nextBelow(2_000));
            }
            armSelf(nowNs() + 100 + random().nextBelow(100));
        }

        @Override
        public void token(long number) {
            sum += number + 1;
        }
    }
}
