package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;

/** Parses a file and the files it includes, each at most once. */
final class ScenarioFiles {

    private static final int DEEPEST = 32;

    private final Path shared;
    private final Problems problems;
    private final Map<Path, ConfigObject> parsed = new HashMap<>();
    private final List<Path> chain = new ArrayList<>();

    /**
     * Starts with no file read.
     *
     * @param home the directory whose {@code conf} is searched for what does not lie beside the including file
     * @param problems to be told of everything wrong
     */
    ScenarioFiles(Path home, Problems problems) {
        this.shared = home.resolve("conf");
        this.problems = problems;
    }

    /** The content of the file; empty if it had problems. */
    Config parse(Path file) {
        ConfigObject content = problems.attempt(() -> parseText(file))
                .orElse(ConfigFactory.empty().root());
        parsed.put(identity(file), content);
        return content.toConfig();
    }

    private ConfigObject parseText(Path file) {
        String origin = ShownPath.of(file);
        String text = SourceText.read(file, origin);
        chain.add(identity(file));
        try {
            StrictIncluder includer = new StrictIncluder(
                    origin, new HoconScan(text).includeLines(), problems, (name, place) -> include(name, place, file));
            return Hocon.parse(text, origin, includer).root();
        } finally {
            chain.remove(chain.size() - 1);
        }
    }

    private ConfigObject include(String name, String place, Path includer) {
        Optional<Path> found = find(name, place, includer);
        if (found.isEmpty()) {
            return ConfigFactory.empty().root();
        }
        Path file = found.get();
        Path identity = identity(file);
        if (chain.contains(identity)) {
            problems.add(new Problem(place, "", "includes in a circle: " + circle(identity), ""));
            return ConfigFactory.empty().root();
        }
        if (chain.size() > DEEPEST) {
            problems.add(new Problem(place, "", "includes are nested deeper than " + DEEPEST + " levels", ""));
            return ConfigFactory.empty().root();
        }
        ConfigObject known = parsed.get(identity);
        return known == null ? parse(file).root() : known;
    }

    private Optional<Path> find(String name, String place, Path includer) {
        List<Path> candidates = candidates(name, includer);
        Optional<Path> found = candidates.stream()
                .filter(path -> !Files.isDirectory(path))
                .filter(Files::exists)
                .findFirst();
        if (found.isEmpty()) {
            String reason = candidates.stream().anyMatch(Files::isDirectory) ? " is a directory" : " is not there";
            String hint = "looked in " + ShownPath.of(directory(includer)) + " and " + ShownPath.of(shared);
            problems.add(new Problem(place, "", "the included file \"" + name + "\"" + reason, hint));
        } else if (name.endsWith(".properties")) {
            problems.add(new Problem(
                    place, "", "cannot include the Java properties \"" + name + "\"", "write them as HOCON"));
            return Optional.empty();
        }
        return found;
    }

    private List<Path> candidates(String name, Path includer) {
        List<Path> candidates = new ArrayList<>();
        try {
            for (Path directory : List.of(directory(includer), shared)) {
                candidates.add(directory.resolve(name));
                candidates.add(directory.resolve(name + ".conf"));
                candidates.add(directory.resolve(name + ".json"));
            }
        } catch (InvalidPathException e) {
            candidates.clear();
        }
        return candidates;
    }

    private String circle(Path identity) {
        StringBuilder circle = new StringBuilder();
        for (Path link : chain.subList(chain.indexOf(identity), chain.size())) {
            circle.append(ShownPath.of(link)).append(" -> ");
        }
        return circle.append(ShownPath.of(identity)).toString();
    }

    private static Path directory(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static Path identity(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }
}
