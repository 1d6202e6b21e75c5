package org.mqemu.runner.scenario;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.mqemu.api.settings.Spelling;

/** All functions that any emulated path charges. */
final class KernelFunctions {
    /** All of them. */
    static final Set<String> ALL;

    static {
        Set<String> all = new TreeSet<>();
        for (FunctionSet set : FunctionSet.values()) {
            all.addAll(set.functions());
        }
        ALL = Set.copyOf(all);
    }

    private KernelFunctions() {}

    /** Returns the functions of some sets, by name, each with the first set that has it. */
    static Map<String, FunctionSet> of(Set<FunctionSet> sets) {
        Map<String, FunctionSet> functions = new TreeMap<>();
        for (FunctionSet set : sets) {
            set.functions().forEach(function -> functions.putIfAbsent(function, set));
        }
        return functions;
    }

    static String nearest(String function) {
        return Spelling.nearest(function, new TreeSet<>(ALL))
                .map(near -> "did you mean " + near + "?")
                .orElse("it may be one of " + new TreeSet<>(ALL));
    }
}
