package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;

/** Which hardware queues of a device have their scheduler tags together. */
class SchedulerTagsTest {
    private static final LaterSetup TWO_QUEUES =
            new LaterSetup().withQueues(2, 0, 0).with("mq-deadline");

    /** 6.1 with the plug of 5.11, by which the versions before 5.14 are told. */
    private static BlkMqRules before514() {
        BlkMqRules rules = BlkMqRules.linux61();
        PlugRules plug = rules.plug();
        return new BlkMqRules(
                rules.generation(),
                new PlugRules(
                        plug.syncIo(),
                        plug.multiQueue(),
                        plug.max(),
                        plug.maxSeveralQueues(),
                        plug.flushBytes(),
                        plug.merge(),
                        plug.order(),
                        plug.aioThreshold(),
                        false),
                rules.directIssue(),
                rules.dequeue(),
                rules.rerun(),
                rules.singleQueueCompletion(),
                rules.remoteCompletion());
    }

    private static MqQueue queue(LaterSetup setup) {
        return new LaterStack(HostFixture.cores(2), StackParameters.plain(8), setup).queue(0);
    }

    @Test
    void shouldBeOneSetWhereDriverTagsAreShared() {
        MqQueue queue = queue(TWO_QUEUES.sharingTags());
        assertThat(queue.hctx(1).schedTags()).isSameAs(queue.hctx(0).schedTags());
        assertThat(queue.nrRequests()).isEqualTo(16);
    }

    @Test
    void shouldBeASetForEachHardwareQueueOtherwise() {
        MqQueue queue = queue(TWO_QUEUES);
        assertThat(queue.hctx(1).schedTags()).isNotSameAs(queue.hctx(0).schedTags());
        MqQueue older = queue(TWO_QUEUES.sharingTags().with(before514()));
        assertThat(older.hctx(1).schedTags()).isNotSameAs(older.hctx(0).schedTags());
    }

    @Test
    void shouldServeBothHardwareQueuesFromOneSet() {
        HostFixture host = HostFixture.cores(2);
        LaterStack stack = new LaterStack(host, StackParameters.plain(1), TWO_QUEUES.sharingTags());
        Submitter first = new Submitter(host, stack, 0, 4);
        Submitter second = new Submitter(host, stack, 1, 4);
        for (int i = 0; i < 12; i++) {
            first.read(stack.queue(0), 80L * i);
            second.read(stack.queue(0), 80L * i + 8_000);
        }
        first.start(0);
        second.start(0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(first.ends()).hasSize(12);
        assertThat(second.ends()).hasSize(12);
        assertThat(stack.queue(0).hctx(0).schedTags().tags().map().taken()).isZero();
    }
}
