/** The SCSI mid-layer: hosts, devices, budgets, dispatch and completion for both stacks. */
@NullMarked
package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.NullMarked;
