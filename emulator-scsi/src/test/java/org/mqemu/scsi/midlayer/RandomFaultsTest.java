package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.scsi.error.EhDeadline;
import org.mqemu.scsi.support.FaultyDriver;
import org.mqemu.scsi.support.FaultyDriver.Answer;
import org.mqemu.scsi.support.Layout;
import org.mqemu.scsi.support.MqKernel;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/**
 * Random loads on devices that fail in any way, with error handlers that may or may not help: every request ends exactly
 * once and no tag or place is left over (the fixture checks it), and the host takes commands in the end.
 */
class RandomFaultsTest {
    private static final long TIMEOUT_NS = 500_000_000;
    private static final CommandStatus[] STATUSES = CommandStatus.values();

    private static ScsiParameters parameters(boolean mq, MqKernel kernel, Random random) {
        int devices = 1 + random.nextInt(4);
        ScsiParameters parameters = ScsiParameters.of(mq, 1 + random.nextInt(3))
                .kernel(kernel)
                .devices(devices)
                .limits(1 + random.nextInt(8), 1 + random.nextInt(4), 2 + random.nextInt(12))
                .rqAffinity(random.nextInt(3))
                .seed(random.nextLong());
        HostTags[] tags = HostTags.values();
        return parameters.layout(new Layout(
                1 + random.nextInt(3),
                random.nextInt(4),
                mq ? 1 + random.nextInt(2) : 1,
                tags[random.nextInt(tags.length)]));
    }

    private static ErrorHandling handling(boolean abortsInThread, Random random) {
        long deadlineNs = random.nextInt(3) == 0 ? random.nextInt(2_000) * 1_000_000L : EhDeadline.OFF;
        return new ErrorHandling(
                1_000_000L * (1 + random.nextInt(1_000)),
                deadlineNs,
                abortsInThread,
                random.nextInt(4) == 0,
                random.nextInt(6),
                KernelLog.NONE);
    }

    private static Answer answer(Op op, int faultyShare, Random random) {
        long afterNs = 1_000L + random.nextInt(100_000);
        if (random.nextInt(100) >= faultyShare) {
            return new Answer(CommandStatus.GOOD, afterNs);
        }
        return switch (random.nextInt(op == Op.TEST_UNIT_READY ? 4 : 12)) {
            case 0 -> FaultyDriver.HANG;
            case 1 -> new Answer(CommandStatus.GOOD, TIMEOUT_NS - 1_000_000 + random.nextInt(30_000_000));
            default -> new Answer(STATUSES[random.nextInt(STATUSES.length)], afterNs);
        };
    }

    private static void shouldServe(boolean mq, MqKernel kernel, boolean abortsInThread, Random random) {
        ScsiParameters parameters = parameters(mq, kernel, random);
        ScsiFixture machine = new ScsiFixture(parameters, handling(abortsInThread, random), TIMEOUT_NS);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int depth = 1 + random.nextInt(8);
            int[] luns =
                    random.ints(1 + random.nextInt(2), 0, parameters.devices()).toArray();
            machine.load(
                    random.nextInt(parameters.topology().cpus()),
                    depth,
                    1 + random.nextInt(depth),
                    1 + random.nextInt(40),
                    luns);
        }
        int faultyShare = random.nextInt(60);
        int helpfulShare = random.nextInt(100);
        machine.faulty().answers((command, nowNs) -> answer(command.op(), faultyShare, random));
        machine.faulty().handlers(kind -> random.nextInt(100) < helpfulShare);
        machine.faulty().handlersTake(random.nextBoolean() ? 0 : random.nextInt(50_000_000));
        if (random.nextInt(3) == 0) {
            machine.faulty().lacks(TaskKind.values()[random.nextInt(5)]);
        }
        if (random.nextInt(4) == 0) {
            machine.disk(0).failfast(Request.FAILFAST_DEV | Request.FAILFAST_TRANSPORT);
        }
        machine.run();
        assertThat(machine.host().inRecovery()).isFalse();
        assertThat(machine.dmesg().messages()).isSortedAccordingTo((a, b) -> Long.compare(a.atNs(), b.atNs()));
    }

    @Property(tries = 100)
    void shouldEndEveryRequestOfTheLegacyStackOnce(@ForAll Random random) {
        shouldServe(false, MqKernel.EARLY, true, random);
    }

    @Property(tries = 100)
    void shouldEndEveryRequestOfEarlyScsiMqOnce(@ForAll Random random) {
        shouldServe(true, MqKernel.EARLY, true, random);
    }

    @Property(tries = 100)
    void shouldEndEveryRequestOfScsiMqOf61Once(@ForAll Random random) {
        shouldServe(true, MqKernel.V6_1, false, random);
    }
}
