/** fio's own loop, and the job that starts and stops its threads. */
@NullMarked
package org.mqemu.blkmq.fio;

import org.jspecify.annotations.NullMarked;
