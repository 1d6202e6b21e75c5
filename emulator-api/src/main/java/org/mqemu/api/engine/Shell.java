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
            if (handled.before(component, envelope)) {
                component.handle(envelope);
            }
        } catch (Throwable t) {
            failures.record(component, envelope.atNs, t);
        } finally {
            handled.after(component, envelope);
        }
        return this;
    }

    @Override
    public Behavior<Envelope> receiveSignal(TypedActorContext<Envelope> context, Signal signal) {
        return this;
    }

    /** What the clock wants to know of each delivery. */
    interface Handled {
        /**
         * Called before a delivery is handled.
         *
         * @return whether it is to be handled at all
         */
        boolean before(Component component, Envelope envelope);

        /** Called when a delivery has been handled, whether or not that went well. */
        void after(Component component, Envelope envelope);
    }
}
