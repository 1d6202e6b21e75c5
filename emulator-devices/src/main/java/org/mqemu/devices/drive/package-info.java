/** Drives and the models of their media. */
@NullMarked
package org.mqemu.devices.drive;

import org.jspecify.annotations.NullMarked;
