package org.mqemu.runner.fio;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every option fio 3.33 knows, and what becomes of it here. */
public final class FioOptionTable {

    private static final List<FioRow> ROWS = allRows();
    private static final Map<String, FioRow> BY_NAME = byName();

    private FioOptionTable() {}

    /**
     * The whole table.
     *
     * @return honoured options in the order of fio's manual, then accepted and refused ones by name
     */
    public static List<FioOptionInfo> all() {
        return ROWS.stream().map(FioRow::info).toList();
    }

    static @Nullable FioRow row(String name) {
        return BY_NAME.get(name);
    }

    /** All names and aliases. */
    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /** fio's name for an option, aliases resolved; the name itself if fio has no such option. */
    static String canonical(String name) {
        FioRow row = BY_NAME.get(name);
        return row == null ? name : row.info().name();
    }

    /** The order in which fio applies the options of one section. */
    static List<FioOption> inOrderOfPriority(List<FioOption> options) {
        List<FioOption> sorted = new ArrayList<>(options);
        sorted.sort(Comparator.comparingInt(option -> -priority(option)));
        return sorted;
    }

    static int priority(FioOption option) {
        FioRow row = BY_NAME.get(option.name());
        return row == null ? 0 : row.priority();
    }

    private static List<FioRow> allRows() {
        List<FioRow> rows = new ArrayList<>(FioHonouredOptions.rows());
        List<FioRow> others = new ArrayList<>(FioAcceptedOptions.rows());
        others.addAll(FioRefusedOptions.rows());
        others.sort(Comparator.comparing((FioRow row) -> row.info().verdict())
                .thenComparing(row -> row.info().name()));
        rows.addAll(others);
        return List.copyOf(rows);
    }

    private static Map<String, FioRow> byName() {
        Map<String, FioRow> names = new LinkedHashMap<>();
        for (FioRow row : ROWS) {
            put(names, row.info().name(), row);
            row.info().aliases().forEach(alias -> put(names, alias, row));
        }
        return names;
    }

    private static void put(Map<String, FioRow> names, String name, FioRow row) {
        if (names.put(name, row) != null) {
            throw new IllegalStateException("option " + name + " is in the table twice");
        }
    }
}
