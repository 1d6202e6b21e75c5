package org.mqemu.api.engine;

/** A component that counts, and is told when the measurement begins and ends. */
public interface Marked {

    /**
     * Remembers the counters of this moment.
     *
     * @param mark whether the measurement begins or ends
     */
    void onMark(Mark mark);
}
