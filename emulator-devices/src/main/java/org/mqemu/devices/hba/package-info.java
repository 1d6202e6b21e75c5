/** Host bus adapters. */
@NullMarked
package org.mqemu.devices.hba;

import org.jspecify.annotations.NullMarked;
