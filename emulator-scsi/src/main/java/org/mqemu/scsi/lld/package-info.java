/** Low-level drivers. */
@NullMarked
package org.mqemu.scsi.lld;

import org.jspecify.annotations.NullMarked;
