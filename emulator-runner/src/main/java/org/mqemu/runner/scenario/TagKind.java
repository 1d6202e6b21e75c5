package org.mqemu.runner.scenario;

/** How tags are kept. */
public enum TagKind {
    /** Bitmap words. */
    SBITMAP,
    /** Bitmap words whose freed bits are collected first (sbitmap_deferred_clear). */
    SBITMAP_DEFERRED,
    /** A cache of free tags for each CPU. */
    PERCPU_IDA
}
