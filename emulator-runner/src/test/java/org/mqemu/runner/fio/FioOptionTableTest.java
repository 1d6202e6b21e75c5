package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FioOptionTableTest {

    /** Set this property to write the document anew. */
    private static final String WRITE = "fio.docs.write";

    @Test
    void shouldHaveVerdictForEveryOptionOfFio() {
        List<String> known = FioTexts.read("options.txt").lines().toList();

        assertThat(known).hasSizeGreaterThan(200);
        assertThat(FioOptionTable.names()).containsAll(known);
    }

    @Test
    void shouldWarnOfAcceptedAndRefuseRefusedOptions() {
        for (FioOptionInfo info : FioOptionTable.all()) {
            String text = "[a]\ndirect=1\n" + info.name() + "=7\n";
            if (info.verdict() == FioVerdict.ACCEPTED) {
                assertThat(FioTexts.parse(text).warnings())
                        .as(info.name())
                        .extracting(FioWarning::toString)
                        .containsExactly("t.fio:3: warning: " + info.name() + " has no effect: " + info.text());
            } else if (info.verdict() == FioVerdict.REFUSED) {
                assertThat(FioTexts.error(text))
                        .as(info.name())
                        .hasMessageStartingWith("t.fio:3: " + info.name() + " is ")
                        .hasMessageContaining(info.text());
            }
        }
    }

    @Test
    void shouldPassValuesThatAskForNothing() {
        for (FioOptionInfo info : FioOptionTable.all()) {
            for (String value : info.neutralValues()) {
                assertThat(FioTexts.parse("[a]\ndirect=1\n" + info.name() + "=" + value + "\n")
                                .warnings())
                        .as(info.name())
                        .isEmpty();
            }
        }
    }

    @Test
    void shouldBeDocumented() throws IOException {
        Path document = Path.of("..", "docs", "fio-options.md");
        String expected = markdown();
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(document.getParent());
            Files.writeString(document, expected);
        }

        assertThat(Files.readString(document))
                .as("write it anew with -D%s=true", WRITE)
                .isEqualTo(expected);
    }

    private static String markdown() {
        StringBuilder text = new StringBuilder(FioTexts.read("options-head.md"));
        for (FioVerdict verdict : FioVerdict.values()) {
            List<FioOptionInfo> rows = FioOptionTable.all().stream()
                    .filter(info -> info.verdict() == verdict)
                    .toList();
            text.append(String.format(Locale.ROOT, "\n## %s (%d)\n\n", title(verdict), rows.size()));
            text.append(
                    verdict == FioVerdict.HONOURED
                            ? "| option | values | what it does |\n|---|---|---|\n"
                            : "| option | passed without a word | why |\n|---|---|---|\n");
            rows.forEach(info -> text.append(row(info)));
        }
        return text.toString();
    }

    private static String row(FioOptionInfo info) {
        String names = "`" + info.name() + "`"
                + info.aliases().stream().map(alias -> ", `" + alias + "`").collect(Collectors.joining());
        String middle = info.verdict() == FioVerdict.HONOURED
                ? info.values()
                : info.neutralValues().stream().map(value -> "`" + value + "`").collect(Collectors.joining(", "));
        return "| " + names + " | " + middle + " | " + info.text() + " |\n";
    }

    private static String title(FioVerdict verdict) {
        return switch (verdict) {
            case HONOURED -> "Honoured";
            case ACCEPTED -> "Accepted with one warning line, without effect";
            case REFUSED -> "Refused";
        };
    }
}
