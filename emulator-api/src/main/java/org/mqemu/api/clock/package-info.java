/** The one place that reads the wall clock. */
@NullMarked
package org.mqemu.api.clock;

import org.jspecify.annotations.NullMarked;
