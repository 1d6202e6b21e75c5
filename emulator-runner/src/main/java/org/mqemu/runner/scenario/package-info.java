/** A scenario: what a user's HOCON file and fio job say, checked and typed. */
@NullMarked
package org.mqemu.runner.scenario;

import org.jspecify.annotations.NullMarked;
