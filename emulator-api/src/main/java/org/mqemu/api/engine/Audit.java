package org.mqemu.api.engine;

import java.util.ArrayList;
import java.util.List;

/** Collects what is left over when a run has drained: a leaked tag, a lock still held, a command still open. */
public final class Audit {
    private final List<String> findings = new ArrayList<>();

    /** Creates an empty audit. */
    public Audit() {}

    /**
     * Notes that something was not given back.
     *
     * @param component who holds it
     * @param what what it is, in the field's words
     * @param count how many
     */
    public void leftOver(Component component, String what, long count) {
        findings.add(component.name() + ": " + count + " " + what);
    }

    /**
     * Notes a leftover if there is one.
     *
     * @param component who holds it
     * @param what what it is
     * @param count how many; 0 is not noted
     */
    public void mustBeZero(Component component, String what, long count) {
        if (count != 0) {
            leftOver(component, what, count);
        }
    }

    /** Returns the findings, in the order of the components' ids; empty if everything was given back. */
    public List<String> findings() {
        return List.copyOf(findings);
    }
}
