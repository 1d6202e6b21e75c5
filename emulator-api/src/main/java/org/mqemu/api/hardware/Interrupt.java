package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * An MSI-X message: an interrupt of one vector.
 *
 * @param vector the vector's number, unique in the machine
 */
public record Interrupt(int vector) implements Message<InterruptTarget> {

    @Override
    public void deliverTo(InterruptTarget target) {
        target.onInterrupt(this);
    }
}
