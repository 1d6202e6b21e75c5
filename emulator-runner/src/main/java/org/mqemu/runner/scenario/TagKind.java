package org.mqemu.runner.scenario;

/** How tags are kept. */
public enum TagKind {
    /** Bitmap words. */
    SBITMAP,
    /** A cache of free tags for each CPU. */
    PERCPU_IDA
}
