package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mqemu.api.settings.SettingsException;

class ReferencesTest {

    private static final ClassLoader LOADER = new ClassLoader(null) {

        private final Map<String, String> texts = Map.of(
                "a/reference.conf", "mqemu { a = 1 }",
                "b/reference.conf", "mqemu { b = ${mqemu.a}, a = 2 }",
                "broken/reference.conf", "\nmqemu {",
                "stray/reference.conf", "akka { x = 1 }",
                "including/reference.conf", "include \"a/reference.conf\"");

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            String text = texts.get(name);
            return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    };

    @Test
    void shouldMergeTheModulesDefaults() {
        assertThat(References.load(LOADER, List.of("a/reference.conf", "b/reference.conf"))
                        .resolve()
                        .getInt("mqemu.b"))
                .isEqualTo(1);
    }

    @Test
    void shouldReportEveryBadResource() {
        assertThatThrownBy(() -> References.load(
                        LOADER,
                        List.of(
                                "none/reference.conf",
                                "broken/reference.conf",
                                "stray/reference.conf",
                                "including/reference.conf")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("none/reference.conf: is not on the class path")
                .hasMessageContaining("broken/reference.conf:2: ")
                .hasMessageContaining("stray/reference.conf: has the key akka outside of mqemu")
                .hasMessageContaining("including/reference.conf: cannot include \"a/reference.conf\" from here");
    }
}
