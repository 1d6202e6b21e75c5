package org.mqemu.runner.scenario;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.cpu.PriceList;

/**
 * How priced functions are divided for the report, as a profile of a real machine does: inputs, which nothing else depends
 * on.
 *
 * @param byFunction by the priced function: the ns a call of each part
 */
public record FunctionParts(Map<String, Map<String, Long>> byFunction) {
    private static final long MAX_NS = 1_000_000_000;

    /** Copies the map. */
    public FunctionParts {
        byFunction = Collections.unmodifiableMap(new TreeMap<>(byFunction));
    }

    static FunctionParts read(Settings kernel, PriceList prices) {
        Map<String, Map<String, Long>> parts = new TreeMap<>();
        Settings section = kernel.section("parts");
        for (String function : kernel.names("parts")) {
            Map<String, Long> of = section.prices(function, 0, MAX_NS);
            if (!prices.functions().contains(function)) {
                throw kernel.problem(
                        "parts", "there is no price of " + function + " to divide", KernelFunctions.nearest(function));
            }
            long sum = of.values().stream().mapToLong(Long::longValue).sum();
            if (sum > prices.of(function).ns()) {
                throw kernel.problem(
                        "parts",
                        "the parts of " + function + " take " + sum + " ns, itself "
                                + prices.of(function).ns(),
                        "they can be as much together at most");
            }
            parts.put(function, of);
        }
        return new FunctionParts(parts);
    }

    /** Returns the parts of a function, by name, with the ns of each; none if it is not divided. */
    public Map<String, Long> of(String function) {
        return byFunction.getOrDefault(function, Map.of());
    }
}
