package org.mqemu.api.engine;

/** placeholder until below. */
final class RealTimeClock implements Clock {
    RealTimeClock(FailureLog failures, double tdf) {}

    @Override
    public void deliver(Envelope envelope) {}

    @Override
    public void armSelf(Component component, long atNs) {}

    @Override
    public void disarmSelf(Component component) {}

    @Override
    public boolean concurrent() {
        return true;
    }

    @Override
    public void end(long atNs) {}

    @Override
    public void run() {}

    @Override
    public void interrupt() {}

    @Override
    public boolean interrupted() {
        return false;
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Override
    public long deliveries() {
        return 0;
    }

    @Override
    public Shell.Handled handled() {
        return Shell.Handled.NOTHING;
    }

    @Override
    public Lateness lateness() {
        return Lateness.NONE;
    }
}
