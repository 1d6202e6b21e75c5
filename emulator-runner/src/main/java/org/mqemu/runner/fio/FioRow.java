package org.mqemu.runner.fio;

import java.util.List;

/**
 * A row of the option table.
 *
 * @param info what is told about the option
 * @param priority options of a higher priority are applied first within a section, as in fio
 * @param bare whether it may stand without a value
 * @param action what applying it does; throws {@link FioBadValue}
 */
record FioRow(FioOptionInfo info, int priority, boolean bare, Action action) {

    /** Priority of the options that belong to an I/O engine. */
    static final int ENGINE_PRIORITY = -2;

    /** Applies a value to a job; a bare flag has the value "1". */
    interface Action {
        void apply(FioJobDraft draft, String value);
    }

    /** The same row for an option of an I/O engine, which fio applies after its own. */
    FioRow ofEngine() {
        return withPriority(ENGINE_PRIORITY);
    }

    FioRow withPriority(int other) {
        return new FioRow(info, other, bare, action);
    }

    static FioRow honoured(String names, int priority, boolean bare, String values, String text, Action action) {
        return new FioRow(info(names, FioVerdict.HONOURED, values, text, new String[0]), priority, bare, action);
    }

    /** An option that may have any value, as it has no effect. */
    static FioRow accepted(String names, String reason, String... neutral) {
        FioOptionInfo info = info(names, FioVerdict.ACCEPTED, "", reason, neutral);
        return new FioRow(info, 0, true, (draft, value) -> {
            if (!info.neutralValues().contains(value)) {
                draft.warn(info.name() + " has no effect: " + reason);
            }
        });
    }

    /** An option fio knows and we do not emulate. */
    static FioRow notYet(String names, String reason, String... neutral) {
        return refused(names, "is not emulated yet: ", reason, neutral);
    }

    /** An option fio knows and we will not take. */
    static FioRow never(String names, String reason, String... neutral) {
        return refused(names, "is refused: ", reason, neutral);
    }

    private static FioRow refused(String names, String sentence, String reason, String[] neutral) {
        FioOptionInfo info = info(names, FioVerdict.REFUSED, "", reason, neutral);
        return new FioRow(info, 0, true, (draft, value) -> {
            if (!info.neutralValues().contains(value)) {
                String hint = info.neutralValues().isEmpty()
                        ? ""
                        : "leave it out or write " + info.name() + "="
                                + info.neutralValues().get(0);
                throw FioBadValue.saying(info.name() + " " + sentence + reason, hint);
            }
        });
    }

    private static FioOptionInfo info(String names, FioVerdict verdict, String values, String text, String[] neutral) {
        List<String> all = List.of(names.split(" ", -1));
        return new FioOptionInfo(all.get(0), all.subList(1, all.size()), verdict, values, text, List.of(neutral));
    }
}
