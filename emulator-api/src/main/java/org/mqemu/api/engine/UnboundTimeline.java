package org.mqemu.api.engine;

/** The timeline of a component that is not part of an emulation: refuses everything. */
final class UnboundTimeline implements Timeline {

    @Override
    public void deliver(Envelope envelope) {
        throw refusal();
    }

    @Override
    public void armSelf(Component component, long atNs) {
        throw refusal();
    }

    @Override
    public void disarmSelf(Component component) {
        throw refusal();
    }

    @Override
    public boolean concurrent() {
        return false;
    }

    @Override
    public void end(long atNs) {
        throw refusal();
    }

    private static IllegalStateException refusal() {
        return new IllegalStateException("the component is not part of an emulation");
    }
}
