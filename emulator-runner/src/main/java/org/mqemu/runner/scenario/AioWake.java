package org.mqemu.runner.scenario;

/** When a thread that sleeps in io_getevents is woken. */
public enum AioWake {
    /** By each event. */
    EACH_EVENT,
    /** When as many events as it wants are there. */
    ENOUGH_EVENTS
}
