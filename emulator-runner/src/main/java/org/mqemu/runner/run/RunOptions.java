package org.mqemu.runner.run;

import org.mqemu.api.engine.ClockSettings;

/**
 * How a scenario is run.
 *
 * @param clock the clock
 * @param seed the seed of every random stream
 * @param fullRuntime whether the job's whole runtime is emulated even if its rate is known before
 */
public record RunOptions(ClockSettings clock, long seed, boolean fullRuntime) {}
