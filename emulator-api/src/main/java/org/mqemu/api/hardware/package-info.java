/**
 * The hardware interface: what a low-level driver, an HBA, a vector and a drive say to each other.
 *
 * <p>Drives and HBAs never see the host; all they know of it is in this package. Messages carry numbers, not host
 * objects, so that host and devices may live on different machines.
 */
@NullMarked
package org.mqemu.api.hardware;

import org.jspecify.annotations.NullMarked;
