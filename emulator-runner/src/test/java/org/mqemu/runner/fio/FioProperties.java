package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class FioProperties {

    private static final List<String> SUFFIXES = List.of("", "k", "m", "g", "t", "p");

    @Property(tries = 500)
    void shouldThrowNothingButFioErrorOnRandomText(@ForAll String text) {
        parse(text);
        parse("[a]\n" + text);
    }

    @Property(tries = 1000)
    void shouldThrowNothingButFioErrorOnPlausibleText(@ForAll("plausible") String text) {
        parse(text);
    }

    @Property(tries = 1000)
    void shouldThrowNothingButFioErrorOnRandomValues(
            @ForAll("optionNames") String name, @ForAll("values") String value) {
        parse("[a]\n" + name + "=" + value + "\n");
    }

    @Property(tries = 500)
    void shouldReadSizesAsReferenceDoes(
            @ForAll @LongRange(min = 1, max = 1L << 40) long digits,
            @ForAll @IntRange(min = 0, max = 5) int power,
            @ForAll boolean thousand,
            @ForAll boolean upper,
            @ForAll @IntRange(min = 0, max = 2) int tail) {
        String suffix =
                SUFFIXES.get(power) + (power == 0 ? "" : List.of("", "b", "ib").get(tail));
        long base = thousand == (power > 0 && tail == 2) ? 1024 : 1000;
        BigInteger expected = BigInteger.valueOf(base).pow(power).multiply(BigInteger.valueOf(digits));
        String text = "[a]\nkb_base=" + (thousand ? 1000 : 1024) + "\nbs=512\nsize=" + digits
                + (upper ? suffix.toUpperCase(Locale.ROOT) : suffix) + "\n";

        boolean fits = expected.bitLength() < Long.SIZE && expected.compareTo(BigInteger.valueOf(512)) >= 0;
        List<FioJob> jobs = parse(text);
        assertThat(jobs).hasSize(fits ? 1 : 0);
        if (fits) {
            assertThat(jobs.get(0).extent().size().value()).isEqualTo(expected.longValueExact());
        }
    }

    @Property(tries = 500)
    void shouldReadCrlfAsLf(@ForAll("plausible") String text) {
        assertThat(parse(text.replace("\n", "\r\n"))).isEqualTo(parse(text));
    }

    @Property(tries = 200)
    void shouldReadItsOwnCommandAgain(@ForAll("plausible") String text) {
        for (FioJob job : parse("[a]\n" + text.replaceAll("[\\[\\]]", ""))) {
            StringBuilder again = new StringBuilder("[a]\n");
            job.ownOptions()
                    .forEach(option -> again.append(option.name())
                            .append(option.value() == null ? "" : "=" + option.value())
                            .append('\n'));
            assertThat(FioShowCmd.showCmd(parse(again.toString()).get(0))).isEqualTo(FioShowCmd.showCmd(job));
        }
    }

    @Provide
    Arbitrary<String> optionNames() {
        return Arbitraries.of(FioOptionTable.names());
    }

    @Provide
    Arbitrary<String> values() {
        return Arbitraries.strings()
                .withChars("0123456789kmgb%-:,./*+^()x $\\{}[]")
                .ofMaxLength(24);
    }

    @Provide
    Arbitrary<String> plausible() {
        Arbitrary<String> line = Arbitraries.of(
                "[a]",
                "[global]",
                "[b] ; c",
                "bs=4k",
                "bs = 8k # x",
                "rw=randread",
                "rw=write",
                "size=10m",
                "size=50%",
                "iodepth=4",
                "ioengine=libaio",
                "thread",
                "direct=1",
                "numjobs=$ncpus",
                "runtime=5s",
                "time_based",
                "; c",
                "",
                "   ",
                "rate=0",
                "nosuch",
                "filename=a:b",
                "cpus_allowed=0-1",
                "kb_base=1000");
        return line.list().ofMaxSize(12).map(lines -> String.join("\n", lines) + "\n");
    }

    private static List<FioJob> parse(String text) {
        try {
            return FioTexts.parse(text).jobs();
        } catch (FioError e) {
            assertThat(e.problems()).isNotEmpty();
            return List.of();
        }
    }
}
