/** A small host and small programs for its CPUs, for tests. */
@NullMarked
package org.mqemu.blkmq.support;

import org.jspecify.annotations.NullMarked;
