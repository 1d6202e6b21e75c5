/** Random streams, one per component. */
@NullMarked
package org.mqemu.api.random;

import org.jspecify.annotations.NullMarked;
