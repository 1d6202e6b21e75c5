package org.mqemu.api.engine;

import akka.actor.typed.Behavior;
import akka.actor.typed.ExtensibleBehavior;
import akka.actor.typed.Signal;
import akka.actor.typed.TypedActorContext;

/**
 * Makes a component an Akka Typed actor.
 *
 * <p>One class with one cast-free dispatch: a receive builder costs 30 % of the whole run. Akka would restart or
 * stop an actor whose handler throws and the run would go on without it, so the shell records the failure, which
 * stops the clock.
 */
final class Shell extends ExtensibleBehavior<Envelope> {
    private final Component component;
    private final FailureLog failures;
    private final Handled handled;

    Shell(Component component, FailureLog failures, Handled handled) {
        this.component = component;
        this.failures = failures;
        this.handled = handled;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public Behavior<Envelope> receive(TypedActorContext<Envelope> context, Envelope envelope) {
        try {
            handled.before(component, envelope);
            component.handle(envelope);
        } catch (Throwable t) {
            failures.record(component, envelope.atNs, t);
        } finally {
            handled.after(component);
        }
        return this;
    }

    @Override
    public Behavior<Envelope> receiveSignal(TypedActorContext<Envelope> context, Signal signal) {
        return this;
    }

    /** What the clock wants to know of each delivery. */
    interface Handled {
        /** Nothing: the virtual and the paced clock deliver in order. */
        Handled NOTHING = new Handled() {
            @Override
            public void before(Component component, Envelope envelope) {}

            @Override
            public void after(Component component) {}
        };

        void before(Component component, Envelope envelope);

        void after(Component component);
    }
}
