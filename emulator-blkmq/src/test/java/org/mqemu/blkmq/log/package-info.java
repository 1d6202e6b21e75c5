/** Tests of the kernel's log. */
@NullMarked
package org.mqemu.blkmq.log;

import org.jspecify.annotations.NullMarked;
