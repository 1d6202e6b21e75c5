package org.mqemu.runner.scenario;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.cpu.PriceList;

/** Reads a kernel's price list: prices in ns, and prices in instructions. */
final class KernelPrices {
    private static final long MAX_PRICE_NS = 1_000_000_000;
    private static final long MAX_INSTRUCTIONS = 1_000_000_000;
    private static final int MOST_LISTED = 6;

    private KernelPrices() {}

    /**
     * Reads the prices of a kernel.
     *
     * @param kernel the section kernel
     * @param needed whose functions must have a price
     * @param nsPerInstruction what an instruction takes, in nanoseconds
     * @throws org.mqemu.api.settings.SettingsException if a price is missing, given twice, or of a function that
     *     nothing charges
     */
    static PriceList read(Settings kernel, Set<FunctionSet> needed, double nsPerInstruction) {
        Map<String, Long> prices = new TreeMap<>(kernel.prices("ns", 0, MAX_PRICE_NS));
        Map<String, Long> counts = kernel.prices("instructions", 0, MAX_INSTRUCTIONS);
        refuseUnknown(kernel, "ns", prices.keySet());
        refuseUnknown(kernel, "instructions", counts.keySet());
        counts.forEach((function, count) -> {
            if (prices.put(function, ns(count, nsPerInstruction)) != null) {
                throw kernel.problem(
                        "instructions",
                        function + " has a price in ns as well",
                        "take one of them back: " + kernel.path() + ".ns." + function + " = null");
            }
        });
        refuseMissing(kernel, needed, prices.keySet());
        return new PriceList(prices);
    }

    /**
     * The price of a number of instructions, rounded to the nearest nanosecond. What executes any costs at least 1 ns,
     * so that nothing becomes free by rounding.
     */
    static long ns(long instructions, double nsPerInstruction) {
        return instructions == 0 ? 0 : Math.max(1, Math.round((double) instructions * nsPerInstruction));
    }

    private static void refuseUnknown(Settings kernel, String key, Set<String> functions) {
        for (String function : functions) {
            if (!KernelFunctions.ALL.contains(function)) {
                throw kernel.problem(
                        key, "a price for " + function + ", which nothing charges", KernelFunctions.nearest(function));
            }
        }
    }

    private static void refuseMissing(Settings kernel, Set<FunctionSet> needed, Set<String> priced) {
        Map<String, FunctionSet> functions = KernelFunctions.of(needed);
        List<String> missing = functions.keySet().stream()
                .filter(function -> !priced.contains(function))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        String first = missing.get(0);
        FunctionSet set = functions.getOrDefault(first, FunctionSet.COMMON);
        String one = missing.size() == 1 ? first + " (" + set.meaning(first) + ")" : "";
        String several = String.join(", ", missing.subList(0, Math.min(MOST_LISTED, missing.size())))
                + (missing.size() > MOST_LISTED ? " and " + (missing.size() - MOST_LISTED) + " more" : "");
        throw kernel.problem(
                "ns",
                "no price for " + (missing.size() == 1 ? one : several) + ", which the scenario's stack charges",
                missing.size() > MOST_LISTED
                        ? "the kernel may not have this stack; take another of conf/kernels, or price it"
                        : "give one in ns, or below instructions; 0 if it costs nothing");
    }
}
