package org.mqemu.runner.cli;

import java.util.List;
import java.util.Optional;
import org.mqemu.api.settings.Problems;
import org.mqemu.runner.scenario.ScenarioRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The part of a command line that says which scenario is meant. */
final class ScenarioLine {

    private static final String JOB = "--job";
    private static final String SET = "--set";

    private ScenarioLine() {}

    /** Adds it to a command. */
    static void addTo(CommandSpec spec) {
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel("SCENARIO")
                .type(String.class)
                .description("A scenario's file, or the name of one that comes with mqemu (see \"mqemu list\").")
                .build());
        spec.addOption(Specs.option(
                JOB,
                "FILE",
                "A fio job file in place of the scenario's own, or the name of one that comes with mqemu."));
        spec.addOption(OptionSpec.builder(SET)
                .paramLabel("PATH=VALUE")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(
                        "Override a key of the scenario, or with fio.OPTION=VALUE an option of the job. May be given"
                                + " several times.")
                .build());
    }

    /**
     * The scenario that is meant.
     *
     * @throws org.mqemu.api.settings.SettingsException if there is no such file
     */
    static ScenarioRequest request(ParseResult line, Host host) {
        Shipped shipped = new Shipped(host.home());
        Problems problems = new Problems();
        String scenario = line.matchedPositionalValue(0, "");
        @SuppressWarnings("NullAway") // a default that may be null is what says that there is none
        Optional<String> job = Optional.ofNullable(line.matchedOptionValue(JOB, null));
        var file = problems.attempt(() -> shipped.find(Shipped.Kind.SCENARIOS, scenario));
        var jobFile = job.flatMap(name -> problems.attempt(() -> shipped.find(Shipped.Kind.JOBS, name)));
        problems.throwIfAny();
        return new ScenarioRequest(
                file.orElseThrow(), jobFile, line.matchedOptionValue(SET, List.<String>of()), host.home());
    }
}
