/** Tags: the maps they are taken from and the set that threads sleep on. */
@NullMarked
package org.mqemu.blkmq.tag;

import org.jspecify.annotations.NullMarked;
