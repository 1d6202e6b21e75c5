/** Tests of what error handling decides and says. */
@NullMarked
package org.mqemu.scsi.error;

import org.jspecify.annotations.NullMarked;
