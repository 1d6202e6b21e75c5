package org.mqemu.api.engine;

/**
 * The address of a component, seen as one of its protocols.
 *
 * @param <T> the protocol that may be spoken to the component through this address
 */
@SuppressWarnings("UnusedTypeParameter") // T says what may be sent; nothing here needs its value
public final class Ref<T> {
    private final Component component;

    Ref(Component component) {
        this.component = component;
    }

    /** Returns the component's id, unique in its emulation and equal in every run of one scenario. */
    public int id() {
        return component.id();
    }

    /** Returns the component's name, as reports and errors print it. */
    public String name() {
        return component.name();
    }

    Component component() {
        return component;
    }

    @Override
    public String toString() {
        return component.name();
    }
}
