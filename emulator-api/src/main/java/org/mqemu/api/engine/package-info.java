/** Components, the messages between them, and the clocks that carry them. */
@NullMarked
package org.mqemu.api.engine;

import org.jspecify.annotations.NullMarked;
