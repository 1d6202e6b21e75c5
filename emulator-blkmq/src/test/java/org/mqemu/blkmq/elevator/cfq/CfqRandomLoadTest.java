package org.mqemu.blkmq.elevator.cfq;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.mqemu.blkmq.elevator.fair.RandomLoad;

class CfqRandomLoadTest {
    @Property(tries = 400)
    void shouldLoseNothingAndMergeOnlyAdjacentBiosOfAProcess(
            @ForAll @Size(min = 1, max = 250) List<@IntRange(max = 1 << 20) Integer> numbers,
            @ForAll boolean rotational,
            @ForAll boolean near,
            @ForAll boolean idles) {
        CfqElevator elevator = new CfqElevator(rotational);
        elevator.tunables().set("slice_idle", idles ? 8 : 0);

        new RandomLoad(elevator, near ? RandomLoad.NEAR : RandomLoad.APART).run(numbers);
    }
}
