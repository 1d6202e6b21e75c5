/**
 * What the SCSI error handling decides and says: plain models without CPU time.
 *
 * <p>Source: drivers/scsi/scsi_error.c, scsi_lib.c and scsi_logging.c of 6.1; where 3.15 to 4.12 differ it is said.
 */
@NullMarked
package org.mqemu.scsi.error;

import org.jspecify.annotations.NullMarked;
