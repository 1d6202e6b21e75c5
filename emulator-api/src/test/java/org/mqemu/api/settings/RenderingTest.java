package org.mqemu.api.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import org.junit.jupiter.api.Test;

class RenderingTest {

    private static final Config CONFIG = parse("--set", "kernel.b = 9").withFallback(parse("conf/k.conf", """
            kernel {
              c = "x y"
              b = 1
              a.end = [1, 2]
            }
            disks = [{ tags = 3 }, { tags = 4 }]
            none {}
            """));

    @Test
    void shouldNameTheOriginOfEachKey() {
        assertThat(Rendering.withOrigins(CONFIG)).isEqualTo("""
                disks[0].tags = 3   # conf/k.conf:6
                disks[1].tags = 4   # conf/k.conf:6
                kernel.a.end = [1,2]   # conf/k.conf:4
                kernel.b = 9   # --set
                kernel.c = "x y"   # conf/k.conf:2
                none = {}   # conf/k.conf:7
                """);
    }

    @Test
    void shouldRenderPlainHocon() {
        assertThat(Rendering.plain(CONFIG)).isEqualTo("""
                disks = [{"tags":3},{"tags":4}]
                kernel.a.end = [1,2]
                kernel.b = 9
                kernel.c = "x y"
                none = {}
                """);
    }

    private static Config parse(String origin, String text) {
        return ConfigFactory.parseString(text, ConfigParseOptions.defaults().setOriginDescription(origin));
    }
}
