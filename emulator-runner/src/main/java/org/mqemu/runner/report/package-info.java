/**
 * What a run reports, and the writers of fio's normal text and JSON.
 *
 * <p>The records hold finished numbers only. The writers are pure functions of them, independent of locale, time zone
 * and platform: equal reports give equal bytes.
 */
@NullMarked
package org.mqemu.runner.report;

import org.jspecify.annotations.NullMarked;
