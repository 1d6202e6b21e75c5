package org.mqemu.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.report.AtomicFile;
import org.mqemu.runner.report.RunReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Where a report goes, and in which form.
 *
 * <p>One document a file: with {@code normal,json} and {@code --output r.txt} the text goes to {@code r.txt} and the
 * JSON to {@code r.json}. Standard output takes several formats only in the sense of refusing them.
 */
final class Outputs {

    private static final String OPTION = "--output";
    private static final String KERNEL_LOG = "--dmesg";

    private final OutputFormat single;
    private final Map<Path, OutputFormat> files;
    private final Optional<Path> kernelLog;

    private Outputs(OutputFormat single, Map<Path, OutputFormat> files, Optional<Path> kernelLog) {
        this.single = single;
        this.files = files;
        this.kernelLog = kernelLog;
    }

    /** Adds the options to a command. */
    static void addTo(CommandSpec spec) {
        spec.addOption(Specs.option(
                OPTION,
                "FILE",
                "Write the report to FILE, which appears whole or not at all; default: standard output."));
        spec.addOption(Specs.option(
                OutputFormat.OPTION,
                "FORMAT[,FORMAT]",
                "normal (the default), json or json+, as fio writes them. normal together with one of the others needs"
                        + " --output FILE: the JSON goes beside FILE, with the ending .json."));
        spec.addOption(
                Specs.option(KERNEL_LOG, "FILE", "Write what the emulated kernel printed to FILE, in dmesg's form."));
    }

    /**
     * Where the report goes.
     *
     * @throws SettingsException if the formats are unknown, or two of them would share a place
     */
    static Outputs of(ParseResult line) {
        List<OutputFormat> formats = OutputFormat.list(line.matchedOptionValue(OutputFormat.OPTION, "normal"));
        Map<Path, OutputFormat> files = new LinkedHashMap<>();
        if (line.hasMatchedOption(OPTION)) {
            String name = line.matchedOptionValue(OPTION, "");
            Path first = path(OPTION, name);
            files.put(first, formats.get(0));
            if (formats.size() > 1 && files.put(jsonBeside(first), formats.get(1)) != null) {
                throw wrong(OPTION, "both formats would go to " + name, "give it another ending than .json");
            }
        } else if (formats.size() > 1) {
            throw new SettingsException(new Problem(
                    OutputFormat.OPTION, "", "standard output takes one format", "write to files with --output FILE"));
        }
        Optional<Path> kernelLog = line.hasMatchedOption(KERNEL_LOG)
                ? Optional.of(path(KERNEL_LOG, line.matchedOptionValue(KERNEL_LOG, "")))
                : Optional.empty();
        if (kernelLog.filter(files::containsKey).isPresent()) {
            throw wrong(KERNEL_LOG, "the report goes there", "choose another file");
        }
        return new Outputs(formats.get(0), files, kernelLog);
    }

    /**
     * Finds out whether the files can be written, before a run has taken its time.
     *
     * @param inputs files that must not be overwritten
     * @throws SettingsException if one cannot
     */
    void probe(List<Path> inputs) {
        files.keySet().forEach(file -> probe(OPTION, file, inputs));
        kernelLog.ifPresent(file -> probe(KERNEL_LOG, file, inputs));
    }

    private static void probe(String option, Path file, List<Path> inputs) {
        try {
            for (Path input : inputs) {
                if (Files.exists(file) && Files.isSameFile(file, input)) {
                    throw wrong(option, file + " is what the run reads", "choose another file");
                }
            }
            OutputProbe.check(file);
        } catch (IOException e) {
            throw wrong(option, OutputProbe.describe(file, e), "");
        }
    }

    /**
     * Writes the report.
     *
     * @throws IOException if it cannot be written; its message is for the user
     */
    void write(RunReport report, Host host) throws IOException {
        if (files.isEmpty()) {
            host.data(single.render(report));
        }
        for (Map.Entry<Path, OutputFormat> file : files.entrySet()) {
            write(OPTION, file.getKey(), file.getValue().render(report));
        }
        if (kernelLog.isPresent()) {
            StringBuilder lines = new StringBuilder();
            report.emulation().kernelLog().forEach(line -> lines.append(line).append('\n'));
            write(KERNEL_LOG, kernelLog.get(), lines.toString());
        }
    }

    private static void write(String option, Path file, String text) throws IOException {
        try {
            AtomicFile.write(file, text);
        } catch (IOException e) {
            throw new IOException(option + ": " + OutputProbe.describe(file, e), e);
        }
    }

    private static Path path(String option, String name) {
        try {
            Path path = Path.of(name);
            if (name.isEmpty() || path.getFileName() == null) {
                throw wrong(option, "\"" + name + "\" is no file's name", "");
            }
            return path;
        } catch (InvalidPathException e) {
            throw wrong(option, "\"" + name + "\" is no file's name", "");
        }
    }

    private static Path jsonBeside(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return file.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".json");
    }

    private static SettingsException wrong(String option, String message, String hint) {
        return new SettingsException(new Problem(option, "", message, hint));
    }
}
