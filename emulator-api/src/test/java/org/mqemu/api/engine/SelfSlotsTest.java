package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SelfSlotsTest {
    private final SelfSlots slots = new SelfSlots();

    @Test
    void nothingIsFirstAtFirst() {
        assertThat(slots.first()).isEqualTo(SelfSlots.NONE);
        slots.disarm(Probe.withId(3));
        assertThat(slots.first()).isEqualTo(SelfSlots.NONE);
    }

    @Test
    void theLastArmingCounts() {
        Probe probe = Probe.withId(1);
        slots.arm(probe, 50);
        slots.arm(probe, 20);
        slots.arm(probe, 70);
        assertThat(SelfSlots.timeOf(slots.first())).isEqualTo(70);
        assertThat(take(slots)).isSameAs(probe);
        assertThat(slots.first()).isEqualTo(SelfSlots.NONE);
    }

    @Test
    void theLatestTimeStillHasAnOrder() {
        Probe last = Probe.withId(Component.MAX_COMPONENTS - 1);
        slots.arm(last, SelfSlots.LATEST_NS);
        assertThat(SelfSlots.timeOf(slots.first())).isEqualTo(SelfSlots.LATEST_NS);
        assertThat(slots.first()).isLessThan(SelfSlots.NONE).isPositive();
    }

    /** Each step is (what to do, which component, how far ahead), against a sorted map. */
    @Property(tries = 200)
    void behavesAsASortedMap(@ForAll @Size(max = 400) List<@IntRange(min = 0, max = 1 << 20) Integer> steps) {
        SelfSlots tree = new SelfSlots();
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            probes.add(Probe.withId((i * 37) % 70));
        }
        TreeMap<Long, Probe> expected = new TreeMap<>();
        Map<Probe, Long> keys = new HashMap<>();
        long nowNs = 0;
        for (int step : steps) {
            Probe probe = probes.get((step >> 3) % probes.size());
            switch (step & 7) {
                case 0 -> {
                    tree.disarm(probe);
                    forget(expected, keys, probe);
                }
                case 1, 2 -> {
                    if (!expected.isEmpty()) {
                        Map.Entry<Long, Probe> first = expected.pollFirstEntry();
                        keys.remove(first.getValue());
                        nowNs = SelfSlots.timeOf(first.getKey());
                        assertThat(take(tree)).isSameAs(first.getValue());
                    }
                }
                default -> {
                    long atNs = nowNs + (step >> 12);
                    tree.arm(probe, atNs);
                    forget(expected, keys, probe);
                    expected.put(SelfSlots.key(atNs, probe.id()), probe);
                    keys.put(probe, SelfSlots.key(atNs, probe.id()));
                }
            }
            assertThat(tree.first()).isEqualTo(expected.isEmpty() ? SelfSlots.NONE : expected.firstKey());
        }
    }

    private static void forget(TreeMap<Long, Probe> expected, Map<Probe, Long> keys, Probe probe) {
        Long old = keys.remove(probe);
        if (old != null) {
            expected.remove(old);
        }
    }

    /** What the clock does with a component that does not arm itself again. */
    private static Component take(SelfSlots slots) {
        Component first = slots.firstOwner();
        slots.disarm(first);
        return first;
    }
}
