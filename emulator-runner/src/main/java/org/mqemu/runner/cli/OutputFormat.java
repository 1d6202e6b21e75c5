package org.mqemu.runner.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.settings.Spelling;
import org.mqemu.runner.report.JsonWriter;
import org.mqemu.runner.report.NormalWriter;
import org.mqemu.runner.report.RunReport;

/** The forms a report can take, by fio's names. */
enum OutputFormat {
    NORMAL("normal", NormalWriter::write),
    JSON("json", JsonWriter::write),
    JSON_PLUS("json+", JsonWriter::writePlus);

    static final String OPTION = "--output-format";

    private final String label;
    private final Function<RunReport, String> writer;

    OutputFormat(String label, Function<RunReport, String> writer) {
        this.label = label;
        this.writer = writer;
    }

    String render(RunReport report) {
        return writer.apply(report);
    }

    /**
     * Reads a list such as {@code normal,json}.
     *
     * @return the formats in the order of this enumeration, each once
     * @throws SettingsException if a name is unknown, or both forms of JSON are asked for
     */
    static List<OutputFormat> list(String text) {
        List<String> labels =
                Arrays.stream(values()).map(format -> format.label).toList();
        List<String> asked = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (!labels.contains(name)) {
                String hint = Spelling.nearest(name, labels)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("");
                throw new SettingsException(new Problem(
                        OPTION, "", "expected one of " + String.join(", ", labels) + ", not \"" + name + "\"", hint));
            }
            asked.add(name);
        }
        List<OutputFormat> formats = Arrays.stream(values())
                .filter(format -> asked.contains(format.label))
                .toList();
        if (formats.contains(JSON) && formats.contains(JSON_PLUS)) {
            throw new SettingsException(new Problem(
                    OPTION,
                    "",
                    "json and json+ are the same document, without and with the histograms' bins",
                    "choose one"));
        }
        return formats;
    }
}
