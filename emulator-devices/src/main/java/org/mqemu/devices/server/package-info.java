/** What the device models are made of: serial servers, byte rates and what is on its way. */
@NullMarked
package org.mqemu.devices.server;

import org.jspecify.annotations.NullMarked;
