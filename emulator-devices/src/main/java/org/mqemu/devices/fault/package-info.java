/** Faults: what drives and HBAs do when they misbehave, as a script says, repeatably from the seed. */
@NullMarked
package org.mqemu.devices.fault;

import org.jspecify.annotations.NullMarked;
