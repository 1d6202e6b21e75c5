/**
 * Emulated hardware: interrupt vectors, HBAs, drives and volumes.
 *
 * <p>Nothing here knows the host; all that devices and host say to each other is in {@code org.mqemu.api.hardware}.
 */
@NullMarked
package org.mqemu.devices;

import org.jspecify.annotations.NullMarked;
