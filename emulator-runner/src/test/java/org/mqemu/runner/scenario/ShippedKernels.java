package org.mqemu.runner.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.mqemu.api.settings.Settings;

/** Reads the files of conf/kernels in tests. */
final class ShippedKernels {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();

    private ShippedKernels() {}

    /** Returns the section kernel of a shipped kernel, with the defaults. */
    static Settings kernel(String name) {
        return kernel(HOME.resolve("conf/kernels").resolve(name + ".conf"));
    }

    /** Returns the section kernel of a scenario that may include shipped kernels. */
    static Settings kernel(Path scenario) {
        ScenarioRequest request = new ScenarioRequest(scenario, Optional.empty(), List.of(), HOME);
        return Scenario.configuration(request).root().section("kernel");
    }
}
