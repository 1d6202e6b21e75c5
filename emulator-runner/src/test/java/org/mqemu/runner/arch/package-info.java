/** What the modules may know of each other, and of the host. */
@NullMarked
package org.mqemu.runner.arch;

import org.jspecify.annotations.NullMarked;
