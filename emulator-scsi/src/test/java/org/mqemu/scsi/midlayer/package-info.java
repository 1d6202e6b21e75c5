/** Tests of the package of the same name, on whole small machines. */
@NullMarked
package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.NullMarked;
