package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.mqemu.scsi.support.Layout;
import org.mqemu.scsi.support.MqKernel;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/**
 * Random loads on hosts with several units a target, drivers that refuse commands, and queue depths that change: every
 * I/O ends exactly once (the fixture checks it), nothing stalls, no limit is exceeded, nothing is left over.
 */
class RandomLimitsTest {
    private static final int DEEPEST = 5;

    private static Layout layout(Random random, boolean inline) {
        HostTags tags = inline ? HostTags.values()[random.nextInt(3)] : HostTags.SHARED; // hpsa's index is the tag
        return new Layout(1 + random.nextInt(3), random.nextInt(4), 1 + random.nextInt(3), tags);
    }

    private static ScsiParameters parameters(boolean mq, MqKernel kernel, boolean inline, Random random) {
        ScsiParameters parameters = ScsiParameters.of(mq, 1)
                .on(ScsiParameters.topology(1 + random.nextInt(2), 1 + random.nextInt(2), 1 + random.nextInt(2)));
        int canQueue = 1 + random.nextInt(6);
        int requests = 1 + random.nextInt(12);
        ScsiParameters made = parameters
                .kernel(kernel)
                .layout(layout(random, inline))
                .devices(1 + random.nextInt(4))
                .limits(
                        canQueue,
                        1 + random.nextInt(DEEPEST),
                        kernel == MqKernel.V6_1 ? Math.min(requests, canQueue) : requests)
                .rqAffinity(random.nextInt(3))
                .seed(random.nextLong());
        return inline ? made.scsiDebug() : made;
    }

    private static ScsiFixture machine(ScsiParameters parameters, Random random) {
        ScsiFixture machine = new ScsiFixture(parameters);
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            int depth = 1 + random.nextInt(12);
            int[] luns =
                    random.ints(1 + random.nextInt(3), 0, parameters.devices()).toArray();
            int cpu = random.nextInt(parameters.topology().cpus());
            machine.load(cpu, depth, 1 + random.nextInt(depth), 1 + random.nextInt(60), luns);
        }
        int refusals = random.nextInt(30);
        machine.answers((device, n) ->
                random.nextInt(100) < refusals ? QueueResult.values()[1 + random.nextInt(3)] : QueueResult.OK);
        for (int i = random.nextInt(6); i > 0; i--) {
            int lun = random.nextInt(parameters.devices());
            int depth = 1 + random.nextInt(DEEPEST);
            machine.watch(
                    random.nextInt(1_000_000), nowNs -> machine.device(lun).giveQueueDepth(depth));
        }
        return machine;
    }

    private static void shouldServe(boolean mq, MqKernel kernel, Random random) {
        ScsiParameters parameters = parameters(mq, kernel, false, random);
        ScsiFixture machine = machine(parameters, random);
        int spread = 1 + random.nextInt(40_000);
        machine.hba().takes(command -> random.nextInt(spread));
        machine.run();
        assertThat(machine.hba().mostInFlight()).isLessThanOrEqualTo(parameters.canQueue());
        for (int lun = 0; lun < parameters.devices(); lun++) {
            assertThat(machine.hba().mostInFlight(lun)).isLessThanOrEqualTo(DEEPEST);
        }
    }

    @Property(tries = 25)
    void shouldEndEveryIoOfTheLegacyStack(@ForAll Random random) {
        shouldServe(false, MqKernel.EARLY, random);
    }

    @Property(tries = 25)
    void shouldEndEveryIoOfScsiMqUpTo411(@ForAll Random random) {
        shouldServe(true, MqKernel.EARLY, random);
    }

    @Property(tries = 25)
    void shouldEndEveryIoOf416(@ForAll Random random) {
        shouldServe(true, MqKernel.V4_16, random);
    }

    @Property(tries = 25)
    void shouldEndEveryIoOf61(@ForAll Random random) {
        shouldServe(true, MqKernel.V6_1, random);
    }

    @Property(tries = 25)
    void shouldEndEveryIoThatIsDoneInsideQueuecommand(
            @ForAll boolean mq, @ForAll MqKernel kernel, @ForAll Random random) {
        machine(parameters(mq, kernel, true, random), random).run();
    }
}
