/** A small SCSI machine for tests. */
@NullMarked
package org.mqemu.scsi.support;

import org.jspecify.annotations.NullMarked;
