/**
 * Strict, typed reading of the resolved configuration.
 *
 * <p>Every key must be read by somebody, every value must have the declared type and lie in the declared range, and
 * every complaint names the file and line it is about.
 */
@NullMarked
package org.mqemu.api.settings;

import org.jspecify.annotations.NullMarked;
