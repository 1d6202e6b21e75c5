package org.mqemu.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code mqemu list}: what comes with the program. */
record ListCommand() implements Command {

    @Override
    public CommandSpec spec() {
        return Specs.command("list", "List the scenarios that come with mqemu, and the parts they are made of.");
    }

    @Override
    public int run(ParseResult line, Host host) throws IOException {
        Shipped shipped = new Shipped(host.home());
        if (!Files.isDirectory(shipped.conf())) {
            throw new SettingsException(new Problem(
                    shipped.conf().toString(), "", "there is no such directory", "start mqemu with ./mqemu"));
        }
        Map<Shipped.Kind, List<Path>> all = new EnumMap<>(Shipped.Kind.class);
        for (Shipped.Kind kind : Shipped.Kind.values()) {
            all.put(kind, shipped.files(kind));
        }
        host.data(render(all));
        return ExitCode.OK;
    }

    private static String render(Map<Shipped.Kind, List<Path>> all) throws IOException {
        int width = 0;
        for (Map.Entry<Shipped.Kind, List<Path>> kind : all.entrySet()) {
            for (Path file : kind.getValue()) {
                width = Math.max(width, kind.getKey().nameOf(file).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Shipped.Kind, List<Path>> kind : all.entrySet()) {
            if (kind.getValue().isEmpty()) {
                continue;
            }
            text.append(text.isEmpty() ? "" : "\n")
                    .append(kind.getKey().title())
                    .append('\n');
            for (Path file : kind.getValue()) {
                String name = OneLine.of(kind.getKey().nameOf(file));
                String row =
                        "  " + name + " ".repeat(Math.max(0, width - name.length())) + "  " + FirstComment.of(file);
                text.append(row.stripTrailing()).append('\n');
            }
        }
        return text.toString();
    }
}
