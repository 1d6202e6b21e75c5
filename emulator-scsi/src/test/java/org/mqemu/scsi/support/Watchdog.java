package org.mqemu.scsi.support;

import org.mqemu.api.engine.Component;

/** Fails a run that goes on for much longer than any test does. */
final class Watchdog extends Component {
    private static final long LATEST_NS = 20_000_000_000L;

    @Override
    protected void onStart() {
        armSelf(LATEST_NS);
    }

    @Override
    protected void onSelf() {
        throw new IllegalStateException("the run has not ended after " + LATEST_NS + " ns");
    }
}
