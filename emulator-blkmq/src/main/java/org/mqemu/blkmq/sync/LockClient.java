package org.mqemu.blkmq.sync;

import org.mqemu.api.engine.Message;

/** What a spinlock can tell a CPU that spins for it. */
public interface LockClient {

    /** The CPU has the lock. */
    void onLockGranted(LockGranted granted);

    /**
     * The lock is handed over.
     *
     * @param lockId the id of the lock's actor
     */
    record LockGranted(int lockId) implements Message<LockClient> {
        @Override
        public void deliverTo(LockClient target) {
            target.onLockGranted(this);
        }
    }
}
