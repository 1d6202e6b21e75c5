/** Part of mqemu. */
@NullMarked
package org.mqemu.scsi;

import org.jspecify.annotations.NullMarked;
