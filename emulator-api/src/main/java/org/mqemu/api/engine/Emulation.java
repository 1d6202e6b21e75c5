package org.mqemu.api.engine;

import akka.actor.DeadLetter;
import akka.actor.UnhandledMessage;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.clock.WallClock;
import org.mqemu.api.random.RandomStream;

/**
 * One emulated machine: its components, the clock that carries their messages and the actor system they live in.
 *
 * <p>Components get their ids in the order in which they are added; the order key and so the run's result depend on
 * it, and on nothing else but the seed. Used once: add all, run, read the components' statistics.
 */
public final class Emulation {
    private final long seed;
    private final ClockSettings settings;
    private final FailureLog failures = new FailureLog();
    private final Clock clock;
    private final Map<String, Component> components = new LinkedHashMap<>();

    /**
     * Creates an empty machine.
     *
     * @param seed the run's seed, from which every component's random stream is derived
     * @param settings the clock
     */
    public Emulation(long seed, ClockSettings settings) {
        this.seed = seed;
        this.settings = settings;
        this.clock = switch (settings.kind()) {
            case VIRTUAL -> new VirtualClock(failures, Pace.NONE);
            case PACED -> new VirtualClock(failures, new WallPace(settings.tdf()));
            case REAL_TIME -> new RealTimeClock(failures, settings.tdf());
        };
    }

    /**
     * Adds a component.
     *
     * @param name its name, unique in this machine
     * @param component the component
     * @param <C> its class
     * @return the component
     */
    public <C extends Component> C add(String name, C component) {
        if (components.size() == Component.MAX_COMPONENTS) {
            throw new IllegalStateException("more than " + Component.MAX_COMPONENTS + " components");
        }
        if (components.putIfAbsent(name, component) != null) {
            throw new IllegalStateException("two components are named " + name);
        }
        component.bind(components.size() - 1, name, clock, RandomStream.of(seed, name));
        return component;
    }

    /** Returns whether components run concurrently, so that shared words need atomics and the skew guard. */
    public boolean concurrent() {
        return clock.concurrent();
    }

    /** Returns the components that want to know when the measurement begins and ends, in the order of their ids. */
    public List<Ref<Marked>> marked() {
        return components.values().stream()
                .filter(Marked.class::isInstance)
                .map(c -> c.ref(Marked.class))
                .toList();
    }

    /**
     * Returns a random stream for a model that lives in no component of its own.
     *
     * @param name the name that the stream is derived from
     */
    public RandomStream randomStream(String name) {
        return RandomStream.of(seed, name);
    }

    /** Asks the run to end as soon as it can; may be called from any thread. */
    public void interrupt() {
        clock.interrupt();
    }

    /** Returns about where emulated time is, in nanoseconds; may be called from any thread. */
    public long nowNs() {
        return clock.nowNs();
    }

    /**
     * Runs until a component ends the run.
     *
     * @return what the clock says of the run
     * @throws EmulationFailure if a component failed, a message was not taken or the run stalled
     */
    public RunResult run() {
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "mqemu", ConfigFactory.load("mqemu-akka"));
        boolean clean = false;
        try {
            spawn(system);
            for (Component component : components.values()) {
                start(component);
            }
            long wallStartNs = WallClock.nowNs();
            clock.run();
            long wallNs = WallClock.nowNs() - wallStartNs;
            RunResult result = result(wallNs);
            clean = true;
            return result;
        } finally {
            system.terminate();
            if (clean) {
                system.getWhenTerminated().toCompletableFuture().join();
            }
        }
    }

    private void start(Component component) {
        try {
            component.start();
        } catch (RuntimeException | Error e) {
            failures.record(component, 0, e);
        }
    }

    private RunResult result(long wallNs) {
        EmulationFailure failure = failures.first();
        if (failure != null) {
            throw failure;
        }
        List<String> leftOver = List.of();
        if (!clock.interrupted()) {
            Audit audit = new Audit();
            components.values().forEach(c -> c.audit(audit));
            leftOver = audit.findings();
        }
        return new RunResult(
                clock.nowNs(), wallNs, clock.deliveries(), clock.interrupted(), clock.lateness(), leftOver);
    }

    /** Spawns all shells and waits for them, so that the clock finds every actor ready. */
    private void spawn(ActorSystem<Void> system) {
        CompletableFuture<@Nullable Void> spawned = new CompletableFuture<>();
        system.systemActorOf(
                Behaviors.setup(context -> root(context, spawned)), "machine", DispatcherSelector.defaultDispatcher());
        try {
            spawned.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("the actors could not be made: " + e.getMessage(), e);
        }
    }

    private Behavior<Object> root(ActorContext<Object> context, CompletableFuture<@Nullable Void> spawned) {
        try {
            DispatcherSelector dispatcher = DispatcherSelector.fromConfig(
                    settings.kind() == ClockKind.REAL_TIME ? "mqemu.concurrent-dispatcher" : "mqemu.inline-dispatcher");
            for (Component component : components.values()) {
                ActorRef<Envelope> ref = context.spawn(
                        new Shell(component, failures, clock.handled(component)), component.name(), dispatcher);
                component.spawned(ref);
            }
            ActorRef<Object> self = context.getSelf();
            context.getSystem().eventStream().tell(new EventStream.Subscribe<>(DeadLetter.class, self.unsafeUpcast()));
            context.getSystem()
                    .eventStream()
                    .tell(new EventStream.Subscribe<>(UnhandledMessage.class, self.unsafeUpcast()));
            spawned.complete(null);
        } catch (RuntimeException | Error e) {
            spawned.completeExceptionally(e);
        }
        return Behaviors.receiveMessage(this::lost);
    }

    private Behavior<Object> lost(Object event) {
        Object message = event instanceof DeadLetter letter
                ? letter.message()
                : event instanceof UnhandledMessage unhandled ? unhandled.message() : event;
        if (message instanceof Envelope envelope) {
            failures.record(new EmulationFailure(
                    envelope.to().name(), envelope.atNs(), "a message was not taken: " + envelope, null));
        }
        return Behaviors.same();
    }
}
