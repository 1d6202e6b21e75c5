package org.mqemu.runner.cli;

import com.typesafe.config.Config;
import java.util.List;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.RunProgress;
import org.mqemu.runner.scenario.ScenarioRequest;

/** What the command line needs of the emulator. */
public interface Emulator {

    /**
     * Reads and checks a scenario and its job.
     *
     * @param request which one
     * @throws org.mqemu.api.settings.SettingsException if the configuration is wrong
     * @throws org.mqemu.runner.fio.FioError if the job file is wrong
     */
    Loaded load(ScenarioRequest request);

    /** Returns the emulator itself. */
    static Emulator real() {
        return RealEmulator::load;
    }

    /** A scenario that has been read and checked. */
    interface Loaded {

        /** Returns the whole configuration, each key with its origin. */
        Config resolved();

        /** Returns one line for each thing that was accepted but has no effect. */
        List<String> warnings();

        /**
         * Returns one line for each thing that a user should know before the run begins.
         *
         * @param options how it will be run
         */
        List<String> expectations(RunOptions options);

        /** Returns what a machine needs memory for, in words: CPUs, queues, jobs. */
        String size();

        /**
         * Looks for what only shows when the machine is put together.
         *
         * @throws org.mqemu.api.settings.SettingsException if a run would be refused
         */
        void check();

        /**
         * Puts the machine together.
         *
         * @param options how to run it
         * @param version the tool's version, for the report
         */
        Run prepare(RunOptions options, String version);
    }

    /** A machine that can be run once. */
    interface Run {

        /**
         * Runs it.
         *
         * @throws org.mqemu.api.engine.EmulationFailure if a component failed or the run stalled
         */
        RunReport run();

        /** Asks the run to end as soon as it can; may be called from any thread. */
        void interrupt();

        /** Returns where the run is; may be called from any thread. */
        RunProgress progress();
    }
}
