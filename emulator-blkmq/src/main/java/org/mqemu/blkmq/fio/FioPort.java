package org.mqemu.blkmq.fio;

import org.mqemu.api.engine.Message;

/** What a fio thread tells the run that it belongs to. */
public interface FioPort {

    /** A thread has come into a new bin of time. */
    void onProgress(Progress progress);

    /** A thread has ended. */
    void onThreadDone(ThreadDone done);

    /**
     * I/Os completed since the last report.
     *
     * @param thread the thread's number in the run
     * @param completions how many
     */
    record Progress(int thread, long completions) implements Message<FioPort> {
        @Override
        public void deliverTo(FioPort target) {
            target.onProgress(this);
        }
    }

    /**
     * The end of a thread: nothing of it is in flight any more.
     *
     * @param thread the thread's number in the run
     */
    record ThreadDone(int thread) implements Message<FioPort> {
        @Override
        public void deliverTo(FioPort target) {
            target.onThreadDone(this);
        }
    }
}
