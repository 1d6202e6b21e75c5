package org.mqemu.runner.report;

import java.util.ArrayList;
import java.util.List;

/** An aligned table: the first column to the left, all others to the right. */
final class TextTable {
    private static final String INDENT = "    ";
    private final List<List<String>> rows = new ArrayList<>();
    private final String title;

    /** Starts a table with its title and its columns' names; the title heads the first column. */
    TextTable(String title, String... columns) {
        this.title = title;
        List<String> head = new ArrayList<>(List.of(columns));
        head.add(0, "");
        rows.add(head);
    }

    /** Adds a row with as many cells as there are columns, the first one included. */
    void row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Writes the table; one without rows is left out. */
    void write(StringBuilder out) {
        if (rows.size() == 1) {
            return;
        }
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                widths[c] = Math.max(
                        widths[c], row.get(c).codePointCount(0, row.get(c).length()));
            }
        }
        widths[0] = Math.max(widths[0], title.length() - 2);
        for (List<String> row : rows) {
            boolean head = row == rows.get(0);
            StringBuilder line = new StringBuilder(head ? "  " : INDENT);
            line.append(head ? Fmt.right(title, widths[0] + 2) : Fmt.right(row.get(0), widths[0]));
            for (int c = 1; c < columns; c++) {
                line.append("  ").append(Fmt.left(row.get(c), widths[c]));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
