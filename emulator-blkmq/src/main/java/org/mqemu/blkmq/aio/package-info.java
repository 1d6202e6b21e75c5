/** Asynchronous I/O: the completion ring that a thread reaps. */
@NullMarked
package org.mqemu.blkmq.aio;

import org.jspecify.annotations.NullMarked;
