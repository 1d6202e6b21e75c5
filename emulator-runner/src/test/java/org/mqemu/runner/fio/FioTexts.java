package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Shorthand for reading job files in tests. */
final class FioTexts {

    static final FioContext TWO_CPUS = FioContext.of(2);

    private FioTexts() {}

    static FioJobFile parse(String text) {
        return FioJobFile.parse(text, "t.fio", TWO_CPUS, FioOverrides.none());
    }

    static FioJobFile parse(String text, Map<String, String> environment) {
        FioContext context = new FioContext(environment, 2, FioContext.DEFAULT_PAGE_SIZE_BYTES, 1024);
        return FioJobFile.parse(text, "t.fio", context, FioOverrides.none());
    }

    /** The one job with these options; direct is given, so that nothing is warned of. */
    static FioJob job(String... options) {
        return parse("[a]\ndirect=1\n" + String.join("\n", options) + "\n")
                .jobs()
                .get(0);
    }

    static FioError error(String text) {
        FioError error = catchThrowableOfType(FioError.class, () -> parse(text));
        return Objects.requireNonNull(error, "expected an error");
    }

    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(FioTexts.class.getResource("/fio/" + name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static String read(String name) {
        try (InputStream in = Objects.requireNonNull(FioTexts.class.getResourceAsStream("/fio/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
