/** CPUs and the contexts that run on them: process, softirq, hardirq. */
@NullMarked
package org.mqemu.blkmq.cpu;

import org.jspecify.annotations.NullMarked;
