package org.mqemu.api.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A section of the configuration, read key by key with the type and range each key must have. Keys are single names,
 * not paths, and carry their unit where they have one ({@code service-ns}). All sections of one root remember together
 * which keys were read. Every problem, a missing key included, is a {@link SettingsException}. Not safe for use by
 * several threads.
 */
public final class Settings {

    private static final Pattern TIME_UNIT = Pattern.compile(".*-(ns|us|ms|s|seconds)");
    private static final Pattern SIZE_UNIT = Pattern.compile(".*-(bytes|[kmg]i?b|sectors)");

    private final String path;
    private final ConfigObject object;
    private final Usage usage;
    private final Predicate<String> mustBeRead;
    private final Predicate<String> chosen;

    private Settings(
            String path, ConfigObject object, Usage usage, Predicate<String> mustBeRead, Predicate<String> chosen) {
        this.path = path;
        this.object = object;
        this.usage = usage;
        this.mustBeRead = mustBeRead;
        this.chosen = chosen;
    }

    /**
     * A root all of whose keys must be read.
     *
     * @param resolved a configuration without open substitutions
     * @return the root section, of which nothing has been read yet
     */
    public static Settings of(Config resolved) {
        return of(resolved, path -> true);
    }

    /**
     * A root some of whose keys, such as defaults, may stay unread.
     *
     * @param resolved a configuration without open substitutions
     * @param mustBeRead tells by its full path, as written by {@link KeyPath}, whether a key must be read
     * @return the root section, of which nothing has been read yet
     */
    public static Settings of(Config resolved, Predicate<String> mustBeRead) {
        return of(resolved, mustBeRead, path -> false);
    }

    /**
     * A root some of whose keys may stay unread, and some of which the user chose.
     *
     * @param resolved a configuration without open substitutions
     * @param mustBeRead tells by its full path, as written by {@link KeyPath}, whether a key must be read
     * @param chosen tells the same way whether the user chose the key's value, see {@link #isChosen}
     * @return the root section, of which nothing has been read yet
     */
    public static Settings of(Config resolved, Predicate<String> mustBeRead, Predicate<String> chosen) {
        return new Settings("", resolved.root(), new Usage(), mustBeRead, chosen);
    }

    /**
     * Where this section is.
     *
     * @return the path from the root; empty for the root itself
     */
    public String path() {
        return path;
    }

    /**
     * Whether a key is set. Asking does not count as reading.
     *
     * @param key a key of this section
     * @return false if the key is absent or null
     */
    public boolean has(String key) {
        usage.ask(key);
        return present(key).isPresent();
    }

    /**
     * Whether the user chose a key's value: it is no default, and no included file brought it. Asking does not count as
     * reading.
     *
     * @param key a key of this section
     */
    public boolean isChosen(String key) {
        return present(key).isPresent() && chosen.test(KeyPath.child(path, key));
    }

    /**
     * Returns the keys of this section, and those of the sections below as paths from here, whose values the user chose;
     * sorted. Asking does not count as reading.
     */
    public List<String> chosenKeys() {
        List<String> keys = new ArrayList<>();
        addChosen("", object, keys);
        return keys;
    }

    private void addChosen(String below, ConfigObject section, List<String> keys) {
        section.keySet().stream().sorted().forEach(key -> {
            String from = KeyPath.child(below, key);
            if (section.get(key) instanceof ConfigObject inner) {
                addChosen(from, inner, keys);
            } else if (chosen.test(path.isEmpty() ? from : path + "." + from)) {
                keys.add(from);
            }
        });
    }

    /**
     * Opens an object, whose keys are then to be read one by one.
     *
     * @param key a key of this section
     * @return the section below the key
     * @throws SettingsException if the key is missing or no object
     */
    public Settings section(String key) {
        return open(find(key), usage.enter(key), mustBeRead, chosen);
    }

    /**
     * Reads a whole number.
     *
     * @param key a key of this section
     * @param min the least valid value
     * @param max the greatest valid value
     * @return a value from {@code min} to {@code max}
     * @throws SettingsException if the key is missing, no whole number, or out of range
     */
    public int intAt(String key, int min, int max) {
        return Math.toIntExact(longAt(key, min, max));
    }

    /**
     * Reads a whole number, in the unit the key names.
     *
     * @param key a key of this section
     * @param min the least valid value
     * @param max the greatest valid value
     * @return a value from {@code min} to {@code max}
     * @throws SettingsException if the key is missing, no whole number, or out of range
     */
    public long longAt(String key, long min, long max) {
        return read(key).whole(min, max);
    }

    /**
     * Reads a finite number.
     *
     * @param key a key of this section
     * @param min the least valid value
     * @param max the greatest valid value
     * @return a value from {@code min} to {@code max}
     * @throws SettingsException if the key is missing, no finite number, or out of range
     */
    public double doubleAt(String key, double min, double max) {
        return read(key).real(min, max);
    }

    /**
     * Reads a duration with its unit, such as {@code 1.5us}; a bare number is refused.
     *
     * @param key a key of this section whose name has no unit
     * @param minNs the least valid duration, in ns
     * @param maxNs the greatest valid duration, in ns
     * @return nanoseconds from {@code minNs} to {@code maxNs}
     * @throws SettingsException if the key is missing, no whole number of nanoseconds, or out of range
     * @throws IllegalArgumentException if the key's name ends in a unit of time
     */
    public long durationNs(String key, long minNs, long maxNs) {
        requireNoUnit(key, TIME_UNIT);
        return read(key).duration(minNs, maxNs);
    }

    /**
     * Reads a size such as {@code 64KiB}; a bare number counts bytes.
     *
     * @param key a key of this section whose name has no unit
     * @param min the least valid size, in bytes
     * @param max the greatest valid size, in bytes
     * @return bytes from {@code min} to {@code max}
     * @throws SettingsException if the key is missing, no whole number of bytes, or out of range
     * @throws IllegalArgumentException if the key's name ends in a unit of size
     */
    public long bytes(String key, long min, long max) {
        requireNoUnit(key, SIZE_UNIT);
        return read(key).size(min, max);
    }

    /**
     * Reads a truth value.
     *
     * @param key a key of this section
     * @return the value
     * @throws SettingsException if the key is missing or neither {@code true} nor {@code false}
     */
    public boolean flag(String key) {
        return read(key).flag();
    }

    /**
     * Reads text; a number or truth value is taken as it was written.
     *
     * @param key a key of this section
     * @return the text, possibly empty
     * @throws SettingsException if the key is missing, a list or an object
     */
    public String text(String key) {
        return read(key).text();
    }

    /**
     * Reads one of a few words: the names of the constants in lower case, with '-' for '_'.
     *
     * @param key a key of this section
     * @param type the constants to choose from
     * @param <E> their type
     * @return the constant named
     * @throws SettingsException if the key is missing or no such word; it lists the valid ones and the nearest
     */
    public <E extends Enum<E>> E oneOf(String key, Class<E> type) {
        Reading reading = read(key);
        String word = reading.text();
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        E chosen = words.get(word);
        if (chosen == null) {
            String hint = Spelling.nearest(word, words.keySet())
                    .map(near -> "did you mean " + near + "?")
                    .orElse("");
            throw reading.wrongType("one of " + String.join(", ", words.keySet()), hint);
        }
        return chosen;
    }

    /**
     * Reads a list of whole numbers.
     *
     * @param key a key of this section
     * @param min the least valid element
     * @param max the greatest valid element
     * @return the elements in their order, possibly none
     * @throws SettingsException if the key is missing or no list, or with one problem for each bad element
     */
    public List<Integer> ints(String key, int min, int max) {
        return each(elements(read(key)), element -> Math.toIntExact(element.whole(min, max)));
    }

    /**
     * Reads a list of texts.
     *
     * @param key a key of this section
     * @return the elements in their order, possibly none
     * @throws SettingsException if the key is missing or no list, or with one problem for each bad element
     */
    public List<String> texts(String key) {
        return each(elements(read(key)), Reading::text);
    }

    /**
     * Opens a list of objects, whose keys are then to be read one by one.
     *
     * @param key a key of this section
     * @return a section for each element in their order, possibly none
     * @throws SettingsException if the key is missing or no list, or with one problem for each bad element
     */
    public List<Settings> list(String key) {
        Usage entered = usage.enter(key);
        List<Reading> elements = elements(find(key));
        boolean listMustBeRead = mustBeRead.test(KeyPath.child(path, key));
        List<Integer> indices =
                Stream.iterate(0, i -> i + 1).limit(elements.size()).toList();
        return each(
                indices,
                i -> open(elements.get(i), entered.enter(String.valueOf(i)), any -> listMustBeRead, any -> false));
    }

    /**
     * Opens an object of named objects, whose keys are then to be read one by one.
     *
     * @param key a key of this section
     * @return a section for each name, sorted by name, possibly none
     * @throws SettingsException if the key is missing or no object, or with one problem for each bad entry
     */
    public Map<String, Settings> children(String key) {
        Settings parent = section(key);
        Map<String, Settings> named = new TreeMap<>();
        each(parent.object.keySet().stream().sorted().toList(), name -> named.put(name, parent.section(name)));
        return Collections.unmodifiableMap(named);
    }

    /**
     * Reads an object of named whole numbers, such as a list of prices, with every name in it. Null takes back what was
     * set before: one name, or the whole list.
     *
     * @param key a key of this section
     * @param min the least valid number
     * @param max the greatest valid number
     * @return the number of each name, sorted by name, possibly none
     * @throws SettingsException if the key is missing or no object, or with one problem for each bad entry
     */
    public Map<String, Long> prices(String key, long min, long max) {
        if (takenBack(key)) {
            return Map.of();
        }
        Settings parent = section(key);
        Map<String, Long> named = new TreeMap<>();
        List<String> names = parent.object.keySet().stream()
                .sorted()
                .filter(name -> !parent.takenBack(name))
                .toList();
        each(names, name -> named.put(name, parent.longAt(name, min, max)));
        return Collections.unmodifiableMap(named);
    }

    /**
     * Returns the names below an object that the user chooses, sorted; those whose value is null are left out.
     *
     * @param key a key of this section
     * @throws SettingsException if the key is missing or no object
     */
    public List<String> names(String key) {
        Settings parent = section(key);
        return parent.object.keySet().stream()
                .sorted()
                .filter(name -> !parent.takenBack(name))
                .toList();
    }

    private boolean takenBack(String key) {
        boolean isNull = object.containsKey(key) && present(key).isEmpty();
        if (isNull) {
            usage.read(key);
        }
        return isNull;
    }

    /**
     * Describes something wrong with a value beyond its type and range, to be thrown by the caller.
     *
     * @param key a key of this section, or of one below it as a path from here, set or not
     * @param message what is wrong
     * @param hint what to do about it, or empty
     * @return an exception naming the key's file, line and path
     */
    public SettingsException problem(String key, String message, String hint) {
        Optional<ConfigValue> value = present(key).or(() -> below(key));
        String place = Origins.text(value.map(ConfigValue::origin).orElse(object.origin()));
        String from = below(key).isPresent() && !path.isEmpty() ? path + "." + key : KeyPath.child(path, key);
        return new SettingsException(new Problem(place, from, message, hint));
    }

    /**
     * Describes something wrong with an element of a list, to be thrown by the caller.
     *
     * @param key a key of this section, a list
     * @param index the element's place, from 0
     * @param message what is wrong
     * @param hint what to do about it, or empty
     * @return an exception naming the element's file, line and path
     */
    public SettingsException problemAt(String key, int index, String message, String hint) {
        if (present(key).orElse(null) instanceof ConfigList list && index < list.size()) {
            String place = Origins.text(list.get(index).origin());
            String element = KeyPath.element(KeyPath.child(path, key), index);
            return new SettingsException(new Problem(place, element, message, hint));
        }
        return problem(key, message, hint);
    }

    /**
     * Reads a duration that is part of a text, as {@link #durationNs} reads one that stands alone.
     *
     * @param text a duration with its unit, such as {@code 1.5us}
     * @return whole nanoseconds; nothing if it is no duration
     */
    public static Optional<BigInteger> parseDurationNs(String text) {
        return Quantities.duration(text);
    }

    private Optional<ConfigValue> below(String keyPath) {
        Config section = object.toConfig();
        boolean isPath = keyPath.indexOf('.') >= 0 && section.hasPath(keyPath);
        return isPath ? Optional.of(section.getValue(keyPath)) : Optional.empty();
    }

    /**
     * Makes sure that nothing the user wrote was ignored.
     *
     * @throws SettingsException with one problem, and the nearest spelling known, for each key of this section and
     *     those below that nobody read; an object of which nothing was read counts as one
     */
    public void checkAllRead() {
        Problems problems = new Problems();
        new UnreadKeys(problems).find(path, object, usage, mustBeRead);
        problems.throwIfAny();
    }

    private static <T, R> List<R> each(List<T> items, Function<T, R> step) {
        Problems problems = new Problems();
        List<R> results = new ArrayList<>();
        items.forEach(item -> problems.check(() -> results.add(step.apply(item))));
        problems.throwIfAny();
        return Collections.unmodifiableList(results);
    }

    private static List<Reading> elements(Reading reading) {
        if (!(reading.value() instanceof ConfigList list)) {
            throw reading.wrongType("a list", "");
        }
        List<Reading> elements = new ArrayList<>();
        list.forEach(value -> elements.add(new Reading(KeyPath.element(reading.path(), elements.size()), value)));
        return elements;
    }

    private static Settings open(
            Reading reading, Usage entered, Predicate<String> mustBeRead, Predicate<String> chosen) {
        if (reading.value() instanceof ConfigObject section) {
            return new Settings(reading.path(), section, entered, mustBeRead, chosen);
        }
        throw reading.wrongType("an object", "");
    }

    private static void requireNoUnit(String key, Pattern units) {
        if (units.matcher(key).matches()) {
            throw new IllegalArgumentException(key + " names its unit: read it as a whole number");
        }
    }

    private Reading read(String key) {
        usage.read(key);
        return find(key);
    }

    private Reading find(String key) {
        usage.ask(key);
        return new Reading(KeyPath.child(path, key), present(key).orElseThrow(() -> missing(key)));
    }

    private Optional<ConfigValue> present(String key) {
        return Optional.ofNullable(object.get(key)).filter(value -> value.valueType() != ConfigValueType.NULL);
    }

    private SettingsException missing(String key) {
        String hint = Spelling.nearest(key, object.keySet())
                .map(near -> KeyPath.child("", near) + " is set instead, is it meant?")
                .orElse("");
        return problem(key, object.containsKey(key) ? "is null" : "is not set", hint);
    }
}
