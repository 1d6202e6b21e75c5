package org.mqemu.blkmq.elevator.bfq;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.mqemu.blkmq.elevator.fair.RandomLoad;

class BfqRandomLoadTest {
    @Property(tries = 400)
    void shouldLoseNothingAndMergeOnlyAdjacentBiosOfAProcess(
            @ForAll @Size(min = 1, max = 250) List<@IntRange(max = 1 << 20) Integer> numbers,
            @ForAll boolean rotational,
            @ForAll boolean near,
            @ForAll boolean idles,
            @ForAll boolean strict,
            @ForAll boolean lowLatency) {
        BfqElevator elevator = new BfqElevator(rotational);
        elevator.tunables().set("slice_idle", idles ? 8 : 0);
        elevator.tunables().set("strict_guarantees", strict ? 1 : 0);
        elevator.tunables().set("low_latency", lowLatency ? 1 : 0);

        new RandomLoad(elevator, near ? RandomLoad.NEAR : RandomLoad.APART).run(numbers);
    }
}
