package org.mqemu.blkmq.elevator.cfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.NoEnd;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk;
import org.mqemu.blkmq.support.TestQueue;

class CfqCooperationTest {
    private static final long MS = 1_000_000;

    private final CfqProcesses processes = new CfqProcesses();

    /** Processes take turns: each one's I/O follows the end of the other's. Returns when the 20th has ended. */
    private static long relay(long distance) {
        SimulatedDisk disk = new SimulatedDisk(new CfqElevator(true), new QueueLimits(64, 8, 2), 32, request -> MS);
        long[] lastNs = {0};
        Runnable[] next = {null};
        int[] count = {0};
        next[0] = () -> {
            int i = count[0]++;
            if (i < 20) {
                int pid = i % 2;
                disk.submit(pid, true, IoPriority.NONE, Op.READ, 1000 + pid * distance + i * 8L, 8, bio -> {
                    lastNs[0] = disk.nowNs();
                    disk.at(disk.nowNs(), next[0]);
                });
            }
        };
        disk.at(0, next[0]);
        disk.run(1000 * MS);
        assertThat(disk.pending()).isZero();
        return lastNs[0];
    }

    @Test
    void shouldNotKeepTheDiskFromAProcessThatReadsNearby() {
        assertThat(relay(0)).isEqualTo(20 * MS);
        assertThat(relay(1L << 30)).isGreaterThan(60 * MS);
    }

    private CfqQueue bind(int pid) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, 0, 8);
        bio.issuedBy(pid, true, IoPriority.NONE);
        Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1)), -1);
        request.init(bio, 0, 0);
        return processes.bind(request, 0).queue;
    }

    @Test
    void shouldPutTheRequestsOfCooperatorsIntoOneQueue() {
        CfqQueue one = bind(1);
        CfqQueue other = bind(2);
        assertThat(one).isNotSameAs(other);

        new CfqCooperators(new CfqState(true)).join(one, other);

        assertThat(bind(1)).isSameAs(other);
        assertThat(bind(2)).isSameAs(other);
        assertThat(other.processes).isEqualTo(2);
        assertThat(one.processes).isZero();
    }

    @Test
    void shouldSplitCooperatorsThatSeek() {
        CfqQueue one = bind(1);
        CfqQueue other = bind(2);
        new CfqCooperators(new CfqState(true)).join(one, other);
        bind(1);
        other.splitCoop = true;

        CfqQueue own = bind(1);

        assertThat(own).isNotSameAs(other).isNotSameAs(one);
        assertThat(bind(2)).isSameAs(other);
        assertThat(other.coop).isFalse();
        assertThat(other.processes).isEqualTo(1);
    }

    @Test
    void shouldNotJoinQueuesInACircle() {
        CfqQueue one = bind(1);
        CfqQueue other = bind(2);
        CfqCooperators cooperators = new CfqCooperators(new CfqState(true));
        cooperators.join(one, other);
        cooperators.join(other, one);

        assertThat(one.mergeInto).isSameAs(other);
        assertThat(other.mergeInto).isNull();
    }
}
