/**
 * Loading of a scenario: its file with all it includes, the defaults of the modules, and the options that override
 * both. What is loaded depends on nothing but these: neither on the environment nor on system properties.
 */
@NullMarked
package org.mqemu.runner.settings;

import org.jspecify.annotations.NullMarked;
