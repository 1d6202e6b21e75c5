/** Part of mqemu. */
@NullMarked
package org.mqemu.devices;

import org.jspecify.annotations.NullMarked;
