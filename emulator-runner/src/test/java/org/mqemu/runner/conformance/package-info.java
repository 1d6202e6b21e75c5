/** The emulated 6.1 against what was recorded of a real one. */
package org.mqemu.runner.conformance;
