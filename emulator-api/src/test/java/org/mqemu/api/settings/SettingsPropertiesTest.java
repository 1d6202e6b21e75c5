package org.mqemu.api.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class SettingsPropertiesTest {

    private enum Word {
        ONE,
        TWO_THREE
    }

    private static final List<Consumer<Settings>> READS = List.of(
            s -> s.intAt("v", -9, 9),
            s -> s.longAt("v", 0, 99),
            s -> s.doubleAt("v", 0, 1),
            s -> s.durationNs("v", 0, 99),
            s -> s.bytes("v", 0, 99),
            s -> s.flag("v"),
            s -> s.text("v"),
            s -> s.oneOf("v", Word.class),
            s -> s.ints("v", 0, 9),
            s -> s.texts("v"),
            s -> s.list("v"),
            s -> s.children("v"),
            s -> s.prices("v", 0, 9),
            s -> s.section("v"));

    @Property(tries = 300)
    void shouldYieldNothingButSettingsExceptionForAnyValue(@ForAll("values") Object value) {
        Config config = ConfigValueFactory.fromAnyRef(value).atKey("v");
        for (Consumer<Settings> read : READS) {
            Throwable thrown = catchThrowable(() -> read.accept(Settings.of(config)));
            assertThat(thrown == null || thrown instanceof SettingsException)
                    .as("%s", thrown)
                    .isTrue();
        }
    }

    @Property(tries = 200)
    void shouldReportExactlyTheUnreadKeys(
            @ForAll @Size(max = 12) Map<@AlphaChars @StringLength(min = 1, max = 6) String, @IntRange Integer> values,
            @ForAll @Size(max = 12) Set<@IntRange(max = 11) Integer> readIndices) {
        Settings root = Settings.of(ConfigValueFactory.fromMap(values).atKey("s"));
        Settings section = root.section("s");
        Set<String> unread = new TreeSet<>();
        int index = 0;
        for (String key : new TreeSet<>(values.keySet())) {
            if (readIndices.contains(index++)) {
                section.longAt(key, Long.MIN_VALUE, Long.MAX_VALUE);
            } else {
                unread.add(KeyPath.child("s", key));
            }
        }

        Throwable thrown = catchThrowable(root::checkAllRead);

        Set<String> reported = new TreeSet<>();
        if (thrown instanceof SettingsException e) {
            e.problems().forEach(problem -> reported.add(problem.key()));
        }
        assertThat(reported).isEqualTo(unread);
    }

    @Property(tries = 300)
    void shouldFindATypoOfOneEdit(
            @ForAll @CharRange(from = 'a', to = 'z') @StringLength(min = 2, max = 20) String word,
            @ForAll @IntRange(max = 3) int kind,
            @ForAll @IntRange(max = 18) int position) {
        int at = position % (word.length() - 1);
        String typo =
                switch (kind) {
                    case 0 -> word.substring(0, at) + word.substring(at + 1);
                    case 1 -> word.substring(0, at) + "-" + word.substring(at);
                    case 2 -> word.substring(0, at) + "-" + word.substring(at + 1);
                    default -> word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2);
                };
        if (!typo.equals(word)) {
            assertThat(Spelling.nearest(typo, List.of("0123456789", word, word + "0123")))
                    .contains(word);
        }
    }

    @Property(tries = 300)
    void shouldRenderHoconThatParsesBack(@ForAll("objects") Map<String, Object> values) {
        Config config = ConfigValueFactory.fromMap(values).toConfig();
        String plain = Rendering.plain(config);

        assertThat(ConfigFactory.parseString(plain)).as(plain).isEqualTo(config);
        assertThat(Rendering.plain(ConfigFactory.parseString(plain))).isEqualTo(plain);
        Config elsewhere =
                ConfigFactory.parseString(plain, ConfigParseOptions.defaults().setOriginDescription("b"));
        assertThat(Rendering.withOrigins(elsewhere).lines()).allMatch(line -> line.matches(".*   # b(:\\d+)?"));
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(8),
                Arbitraries.of("1s", "2 KiB", "two-three", "-1", "9999999999999999999999", "include", "true"),
                Arbitraries.longs(),
                Arbitraries.integers(),
                Arbitraries.of(true, false),
                Arbitraries.doubles(),
                Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, 1e300, -0.0));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars.list().ofMaxSize(3).map(list -> (Object) list),
                () -> Arbitraries.maps(keys(), values()).ofMaxSize(3).map(map -> (Object) map));
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                Arbitraries.strings()
                        .excludeChars('\r', '\n', '\u0085', '\u2028', '\u2029', '\u000b', '\u000c')
                        .ofMaxLength(8),
                Arbitraries.longs(),
                Arbitraries.of(true, false),
                Arbitraries.strings().alpha().list().ofMaxSize(3));
        Arbitrary<Object> inner = Arbitraries.maps(keys(), leaves).ofMaxSize(3).map(map -> map);
        return Arbitraries.maps(keys(), Arbitraries.oneOf(leaves, inner)).ofMaxSize(4);
    }

    private static Arbitrary<String> keys() {
        return Arbitraries.oneOf(
                Arbitraries.of("include", "true", "null", "a.b", "", "1", "-", "x-ns", "scsi_q"),
                Arbitraries.strings().ascii().excludeChars('\r', '\n').ofMaxLength(5));
    }
}
