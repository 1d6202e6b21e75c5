package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.mqemu.api.settings.Rendering;
import org.mqemu.api.settings.SettingsException;

class ScenarioPropertiesTest {

    @Property(tries = 500)
    void shouldYieldNothingButSettingsExceptionForAnyText(@ForAll("texts") String text, @ForAll("texts") String set)
            throws IOException {
        shouldLoadOrComplain(text.getBytes(StandardCharsets.UTF_8), List.of());
        shouldLoadOrComplain(text.getBytes(StandardCharsets.UTF_8), List.of(set, "x=" + set));
    }

    @Property(tries = 200)
    void shouldYieldNothingButSettingsExceptionForAnyBytes(@ForAll byte[] bytes) throws IOException {
        shouldLoadOrComplain(bytes, List.of());
    }

    private static void shouldLoadOrComplain(byte[] bytes, List<String> sets) throws IOException {
        Path directory = Files.createTempDirectory("scenario");
        Path file = directory.resolve("s.conf");
        try {
            Files.write(file, bytes);
            Throwable thrown = catchThrowable(() -> {
                ScenarioLoader.Result result = ScenarioLoader.load(file, sets, directory, Scenarios.NO_DEFAULTS);
                Rendering.withOrigins(result.resolved());
                result.root().checkAllRead();
            });
            assertThat(thrown == null || thrown instanceof SettingsException)
                    .as("%s", thrown)
                    .isTrue();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.oneOf(
                Arbitraries.of(
                        "{",
                        "}",
                        "[",
                        "]",
                        "=",
                        ":",
                        "+=",
                        ",",
                        "\n",
                        " ",
                        "\"",
                        "\"\"\"",
                        "#",
                        "//",
                        "\\",
                        ".",
                        "$",
                        "${",
                        "${?",
                        "${a}",
                        "${?a.b}",
                        "${a[]}",
                        "a",
                        "b",
                        "a.b",
                        "1",
                        "1.",
                        "-",
                        "1e9",
                        "true",
                        "null",
                        "include",
                        "include \"s.conf\"",
                        "required(",
                        "file(",
                        "url(",
                        "classpath(",
                        ")",
                        "\"a\"",
                        "\\u12",
                        "\ud800",
                        "\u0000",
                        "\ufeff",
                        "mqemu",
                        "fio.",
                        "\t",
                        "\r\n",
                        "a = 1\n"),
                Arbitraries.strings().ofMaxLength(3));
        return pieces.list().ofMaxSize(25).map(list -> String.join("", list));
    }
}
