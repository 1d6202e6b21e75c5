/** Small components that play the host or a drive in tests. */
@NullMarked
package org.mqemu.devices.support;

import org.jspecify.annotations.NullMarked;
