/** What both block layers share: bios, requests, the plug, completion of bios. */
@NullMarked
package org.mqemu.blkmq.block;

import org.jspecify.annotations.NullMarked;
