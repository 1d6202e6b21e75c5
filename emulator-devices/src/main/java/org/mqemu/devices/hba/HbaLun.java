package org.mqemu.devices.hba;

import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockTarget;

/**
 * A logical unit of an HBA and its address.
 *
 * @param device the drive or volume
 * @param channel its channel (bus), at least 0
 * @param target its target on the channel, at least 0; several logical units may have the same
 */
public record HbaLun(Ref<BlockTarget> device, int channel, int target) {}
