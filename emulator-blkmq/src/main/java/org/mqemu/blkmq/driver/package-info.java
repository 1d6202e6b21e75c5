/** The SPI between the block layer and a driver, as blk_mq_ops and request_fn are. */
@NullMarked
package org.mqemu.blkmq.driver;

import org.jspecify.annotations.NullMarked;
