package org.mqemu.api.engine;

/**
 * A moment at which the measurement begins or ends.
 *
 * @param begin whether it begins
 */
public record Mark(boolean begin) implements Message<Marked> {

    @Override
    public void deliverTo(Marked target) {
        target.onMark(this);
    }
}
