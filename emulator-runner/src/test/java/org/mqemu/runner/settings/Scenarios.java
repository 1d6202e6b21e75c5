package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;

/** A directory of scenario files to load in tests; its {@code home} is the emulator's. */
record Scenarios(Path directory) {

    static final Config NO_DEFAULTS = ConfigFactory.empty();

    Scenarios file(String name, String... lines) {
        Path file = directory.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, String.join("\n", lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    ScenarioLoader.Result load(String name, String... sets) {
        return load(NO_DEFAULTS, name, sets);
    }

    ScenarioLoader.Result load(Config references, String name, String... sets) {
        return ScenarioLoader.load(directory.resolve(name), List.of(sets), directory.resolve("home"), references);
    }

    List<Problem> problems(String name, String... sets) {
        Throwable thrown = catchThrowable(() -> load(name, sets));
        assertThat(thrown).isInstanceOf(SettingsException.class);
        assertThat(thrown.getMessage())
                .doesNotContain("typesafe")
                .doesNotContain("Config")
                .doesNotContain("Exception");
        return ((SettingsException) thrown).problems();
    }

    /** The only problem, as the user sees it, with the directory cut out. */
    String complaint(String name, String... sets) {
        List<Problem> problems = problems(name, sets);
        assertThat(problems).hasSize(1);
        return problems.get(0).text().replace(directory + "/", "").replace(directory.toString(), ".");
    }
}
