package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/**
 * Random loads on random machines with tiny limits, on both stacks: every I/O ends exactly once (the fixture checks it),
 * nothing stalls, no limit is exceeded, nothing is left over.
 */
class RandomLoadsTest {
    private static ScsiParameters parameters(boolean mq, Random random) {
        ScsiParameters parameters = ScsiParameters.of(mq, 1)
                .on(ScsiParameters.topology(1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2)));
        int cpus = parameters.topology().cpus();
        int shift = random.nextInt(cpus);
        return parameters
                .devices(1 + random.nextInt(4))
                .limits(1 + random.nextInt(6), 1 + random.nextInt(4), 1 + random.nextInt(12))
                .rqAffinity(random.nextInt(3))
                .registerNs(random.nextInt(300))
                .irqCpu(queue -> (queue + shift) % cpus)
                .seed(random.nextLong());
    }

    private static void load(ScsiFixture machine, ScsiParameters parameters, Random random) {
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int depth = 1 + random.nextInt(12);
            int[] luns =
                    random.ints(1 + random.nextInt(3), 0, parameters.devices()).toArray();
            machine.load(
                    random.nextInt(parameters.topology().cpus()),
                    depth,
                    1 + random.nextInt(depth),
                    1 + random.nextInt(60),
                    luns);
        }
    }

    private static void shouldServe(boolean mq, Random random) {
        ScsiParameters parameters = parameters(mq, random);
        ScsiFixture machine = new ScsiFixture(parameters);
        load(machine, parameters, random);
        int spread = 1 + random.nextInt(40_000);
        machine.hba().takes(command -> random.nextInt(spread));
        machine.hba().endsAs((command, n) -> CommandStatus.values()[Math.max(0, random.nextInt(12) - 9)]);
        machine.run();
        assertThat(machine.hba().mostInFlight()).isLessThanOrEqualTo(parameters.canQueue());
        for (int lun = 0; lun < parameters.devices(); lun++) {
            assertThat(machine.hba().mostInFlight(lun)).isLessThanOrEqualTo(parameters.queueDepth());
        }
        assertThat(machine.hpsa().answered()).isEqualTo(machine.hba().arrivals().size());
    }

    @Property(tries = 100)
    void shouldEndEveryIoOfTheLegacyStackOnceWithinItsLimits(@ForAll Random random) {
        shouldServe(false, random);
    }

    @Property(tries = 100)
    void shouldEndEveryIoOfScsiMqOnceWithinItsLimits(@ForAll Random random) {
        shouldServe(true, random);
    }

    @Property(tries = 60)
    void shouldEndEveryIoOfScsiDebugOnce(@ForAll boolean mq, @ForAll Random random) {
        ScsiParameters parameters = parameters(mq, random).scsiDebug();
        ScsiFixture machine = new ScsiFixture(parameters);
        load(machine, parameters, random);
        machine.run();
    }
}
