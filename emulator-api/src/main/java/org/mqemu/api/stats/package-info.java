/**
 * What a run counts: fio's own per-thread statistics, where CPU time went, and when a run has told enough.
 *
 * <p>All classes here are plain and single-threaded: one owner records, and owners' results are merged at the end in a
 * fixed order, so that the same run gives the same bits. Recording never allocates.
 */
@NullMarked
package org.mqemu.api.stats;

import org.jspecify.annotations.NullMarked;
