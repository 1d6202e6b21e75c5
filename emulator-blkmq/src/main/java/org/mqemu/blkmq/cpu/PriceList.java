package org.mqemu.blkmq.cpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The price list of a kernel generation on a machine: function name to nanoseconds.
 *
 * <p>No price is typed in the code; they come from {@code conf/kernels} and {@code conf/machines}, each with its
 * origin. Functions get their ids in the order of their names.
 */
public final class PriceList {
    private final Map<String, Price> prices = new LinkedHashMap<>();
    private final List<String> functions = new ArrayList<>();

    /**
     * Creates a price list.
     *
     * @param ns the price of each function, in nanoseconds, at least 0
     */
    public PriceList(Map<String, Long> ns) {
        new TreeMap<>(ns).forEach(this::add);
    }

    private void add(String function, long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("the price of " + function + " must not be negative: " + ns);
        }
        prices.put(function, new Price(functions.size(), function, ns));
        functions.add(function);
    }

    /**
     * Returns the price of a function.
     *
     * @param function the function's name
     * @throws IllegalArgumentException if the list has no such function
     */
    public Price of(String function) {
        @Nullable Price price = prices.get(function);
        if (price == null) {
            throw new IllegalArgumentException(
                    "the kernel's price list (kernel.ns, kernel.instructions) has no price for " + function);
        }
        return price;
    }

    /** Returns the functions' names, by id. */
    public List<String> functions() {
        return List.copyOf(functions);
    }
}
