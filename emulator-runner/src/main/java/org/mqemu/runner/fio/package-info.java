/**
 * Reads ordinary fio job files into typed, immutable jobs, the way fio 3.33 reads them, and says of every option
 * whether it is honoured, accepted without effect, or refused.
 */
@NullMarked
package org.mqemu.runner.fio;

import org.jspecify.annotations.NullMarked;
