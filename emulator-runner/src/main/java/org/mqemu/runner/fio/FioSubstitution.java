package org.mqemu.runner.fio;

import java.math.BigInteger;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the environment and fio's keywords into a value. */
final class FioSubstitution {

    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{|\\}\\}|\\{%|<%|\\$[@*0-9]");
    private static final Pattern SUM = Pattern.compile(".*[-+*/].*");
    private static final Set<String> NOT_NUMBERS =
            Set.of("name", "description", "filename", "cpus_allowed", "percentile_list");

    private final FioContext context;

    FioSubstitution(FioContext context) {
        this.context = context;
    }

    /** Whether the line was meant for a tool that writes job files. */
    static boolean isTemplate(String line) {
        return TEMPLATE.matcher(line).find();
    }

    /** The value with everything replaced. Throws {@link FioBadValue} if no sound text comes out. */
    String replace(String option, String value, Consumer<String> warn) {
        String replaced = environment(value, warn);
        String withKeywords = replaced.replace("$pagesize", Integer.toString(context.pageSizeBytes()))
                .replace("$mb_memory", Long.toString(context.memoryMb()))
                .replace("$ncpus", Integer.toString(context.cpuCount()));
        boolean keyword = !withKeywords.equals(replaced);
        if (withKeywords.length() > FioText.MAX_LINE_CHARS || FioText.controlCharacter(withKeywords) >= 0) {
            throw FioBadValue.saying(
                    "value of " + FioText.shown(option)
                            + " is too long or holds control characters once the environment is put in",
                    "");
        }
        if (keyword && SUM.matcher(withKeywords).matches() && !NOT_NUMBERS.contains(option)) {
            BigInteger sum = FioExpression.evaluate(withKeywords, FioSubstitution::noUnit, BigInteger.ONE);
            return sum == null ? withKeywords : sum.toString();
        }
        return withKeywords;
    }

    private String environment(String value, Consumer<String> warn) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (true) {
            int start = value.indexOf("${", at);
            int end = start < 0 ? -1 : value.indexOf('}', start);
            if (end < 0) {
                return out.append(value, at, value.length()).toString();
            }
            String name = value.substring(start + 2, end);
            String text = context.environment().get(name);
            if (text == null) {
                warn.accept("${" + FioText.shown(name) + "} is not set and reads as nothing");
            }
            out.append(value, at, start).append(text == null ? "" : text);
            at = end + 1;
        }
    }

    private static @Nullable BigInteger noUnit(String suffix) {
        return null;
    }
}
