package org.mqemu.runner.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.settings.Spelling;
import org.mqemu.runner.run.RunOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The part of a command line that says how a scenario is run. */
final class RunLine {

    static final String SEED = "--seed";

    private static final String CLOCK = "--clock";
    private static final String TDF = "--tdf";
    private static final String FULL_RUNTIME = "--full-runtime";
    private static final String AUTO = "auto";
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");

    private RunLine() {}

    /** Adds it to a command. */
    static void addTo(CommandSpec spec) {
        spec.addOption(Specs.option(
                CLOCK,
                "CLOCK",
                "real-time: components run concurrently, paced against the wall clock (the default);"
                        + " paced: in order and paced, the same figures in every run;"
                        + " virtual: in order and as fast as this host can, the same figures in every run."));
        spec.addOption(Specs.option(
                TDF,
                "N|auto",
                "Time dilation factor: wall seconds per emulated second. auto, the default, finds the smallest that"
                        + " this host can keep. Not for the virtual clock."));
        spec.addOption(Specs.option(SEED, "N", "Seed of every random stream, a whole number; default 1."));
        spec.addOption(Specs.flag(
                FULL_RUNTIME, "Emulate the job's whole runtime, even if its rate is known to be steady before."));
    }

    /**
     * How the scenario is run.
     *
     * @throws SettingsException with all that is wrong
     */
    static RunOptions options(ParseResult line) {
        Problems problems = new Problems();
        Optional<ClockKind> kind = problems.attempt(() -> kind(line.matchedOptionValue(CLOCK, "real-time")));
        Optional<Double> tdf = problems.attempt(() -> tdf(line.matchedOptionValue(TDF, AUTO)));
        Optional<Long> seed = problems.attempt(() -> seed(line.matchedOptionValue(SEED, "1")));
        if (line.hasMatchedOption(TDF) && kind.filter(ClockKind.VIRTUAL::equals).isPresent()) {
            problems.add(new Problem(TDF, "", "the virtual clock has no time dilation", "use --clock paced"));
        }
        problems.throwIfAny();
        return new RunOptions(
                new ClockSettings(kind.orElseThrow(), tdf.orElseThrow()),
                seed.orElseThrow(),
                line.hasMatchedOption(FULL_RUNTIME));
    }

    /** A clock's name for people. */
    static String name(ClockKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ClockKind kind(String text) {
        List<String> names =
                Arrays.stream(ClockKind.values()).map(RunLine::name).toList();
        int at = names.indexOf(text);
        if (at < 0) {
            String hint = Spelling.nearest(text, names)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("");
            throw wrong(CLOCK, text, "one of " + String.join(", ", names), hint);
        }
        return ClockKind.values()[at];
    }

    private static double tdf(String text) {
        if (text.equals(AUTO)) {
            return ClockSettings.AUTO;
        }
        double tdf = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : 0;
        if (!(tdf > 0 && tdf <= 1e6)) {
            throw wrong(TDF, text, "auto or a number above 0 and up to 1000000", "");
        }
        return tdf;
    }

    private static long seed(String text) {
        String expected = "a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
        if (!WHOLE.matcher(text).matches()) {
            throw wrong(SEED, text, expected, "");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(SEED, text, expected, "");
        }
    }

    private static SettingsException wrong(String option, String text, String expected, String hint) {
        return new SettingsException(new Problem(option, "", "expected " + expected + ", not \"" + text + "\"", hint));
    }
}
