package org.mqemu.scsi.support;

import org.mqemu.api.engine.Component;

/** Fails a run that goes on for much longer than any test does. */
final class Watchdog extends Component {
    private final long latestNs;

    Watchdog(long latestNs) {
        this.latestNs = latestNs;
    }

    @Override
    protected void onStart() {
        armSelf(latestNs);
    }

    @Override
    protected void onSelf() {
        throw new IllegalStateException("the run has not ended after " + latestNs + " ns");
    }
}
