package org.mqemu.blkmq.support;

/** How many commands of one device have a place, and whether somebody was turned away since the last restart. */
final class TestBudget {
    private final int places;
    private int taken;
    private int most;
    private boolean wanted;

    TestBudget(int places) {
        this.places = places;
    }

    /** Takes a place, or returns false; then the device will be run again when one is free. */
    synchronized boolean take() {
        if (taken == places) {
            wanted = true;
            return false;
        }
        taken++;
        most = Math.max(most, taken);
        return true;
    }

    synchronized void give() {
        if (taken == 0) {
            throw new IllegalStateException("a place is given back that nobody has");
        }
        taken--;
    }

    synchronized boolean takeWish() {
        boolean was = wanted;
        wanted = false;
        return was;
    }

    synchronized int taken() {
        return taken;
    }

    synchronized int most() {
        return most;
    }
}
