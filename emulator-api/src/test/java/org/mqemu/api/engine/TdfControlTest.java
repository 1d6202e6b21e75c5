package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TdfControlTest {

    @Property
    void stepsAndRangeAreBounded(
            @ForAll @DoubleRange(min = 10, max = 500) double tdf,
            @ForAll @LongRange(min = 0, max = 1_000_000) long deliveries,
            @ForAll @DoubleRange(min = 0, max = 2) double share) {
        double next = new TdfControl().next(tdf, deliveries, Math.round(deliveries * share));
        assertThat(next).isBetween(TdfControl.SMALLEST, TdfControl.LARGEST);
        assertThat(next / tdf).isBetween(0.899, 1.251);
    }

    @Test
    void tooFewDeliveriesSayNothing() {
        TdfControl control = new TdfControl();
        assertThat(control.next(200, 99, 99)).isEqualTo(200);
        assertThat(control.next(200, 150, 150)).as("but are not forgotten").isGreaterThan(240);
    }

    @Test
    void onlyWhatIsNewCounts() {
        TdfControl control = new TdfControl();
        control.next(200, 10_000, 5_000);
        assertThat(control.next(200, 20_000, 5_000)).isEqualTo(180);
        assertThat(control.next(200, 30_000, 5_100)).as("the target itself").isEqualTo(200);
    }

    /** A host on which a share of 10 / tdf, squared and doubled, is late. */
    @Test
    void findsTheSameFactorFromBothSides() {
        assertThat(settle(500)).isBetween(130.0, 155.0);
        assertThat(settle(10)).isBetween(130.0, 155.0);
    }

    private static double settle(double start) {
        TdfControl control = new TdfControl();
        double tdf = start;
        long deliveries = 0;
        long late = 0;
        for (int i = 0; i < 300; i++) {
            deliveries += 10_000;
            late += Math.round(10_000 * Math.min(1, 2 * (10 / tdf) * (10 / tdf)));
            tdf = control.next(tdf, deliveries, late);
        }
        return tdf;
    }
}
