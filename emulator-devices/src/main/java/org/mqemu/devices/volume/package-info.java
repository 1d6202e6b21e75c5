/** Volumes that a controller makes of several drives. */
@NullMarked
package org.mqemu.devices.volume;

import org.jspecify.annotations.NullMarked;
