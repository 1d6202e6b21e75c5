/** Tests of the completion ring. */
@NullMarked
package org.mqemu.blkmq.aio;

import org.jspecify.annotations.NullMarked;
