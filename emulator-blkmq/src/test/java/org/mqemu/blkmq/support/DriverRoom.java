package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What a test driver has room for, and which devices it has turned away for want of room for all. */
final class DriverRoom {
    private final int diskLimit;
    private final int hostLimit;
    private final int[] ofDisk;
    private final TreeSet<Integer> starved = new TreeSet<>();
    private int inFlight;
    private int most;

    DriverRoom(StackParameters parameters) {
        this.diskLimit = parameters.diskLimit();
        this.hostLimit = parameters.hostLimit();
        this.ofDisk = new int[parameters.disks()];
    }

    /** Takes a place if there is one; otherwise remembers that the device must be run again. */
    synchronized boolean admit(int disk) {
        if (!hasRoomOrStarves(disk)) {
            return false;
        }
        ofDisk[disk]++;
        inFlight++;
        most = Math.max(most, inFlight);
        return true;
    }

    /** Returns whether there is a place; otherwise remembers that the device must be run again. */
    synchronized boolean hasRoomOrStarves(int disk) {
        boolean room = ofDisk[disk] < diskLimit && inFlight < hostLimit;
        if (!room) {
            starved.add(disk);
        }
        return room;
    }

    /** Gives a place back and returns the devices to be run again. */
    synchronized List<Integer> leave(int disk) {
        ofDisk[disk]--;
        inFlight--;
        starved.add(disk);
        List<Integer> again = new ArrayList<>(starved);
        starved.clear();
        return again;
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized int most() {
        return most;
    }
}
