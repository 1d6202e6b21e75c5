package org.mqemu.api.engine;

/** What may be said to a {@link Probe}. */
interface Listener {
    void hear(String text);

    /** Something said. */
    record Say(String text) implements Message<Listener> {
        @Override
        public void deliverTo(Listener target) {
            target.hear(text);
        }
    }
}
