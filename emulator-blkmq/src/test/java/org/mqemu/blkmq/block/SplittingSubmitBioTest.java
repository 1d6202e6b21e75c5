package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

class SplittingSubmitBioTest {
    private static final int MAX_SECTORS = 256; // max_sectors_kb = 128

    private final HostFixture host = HostFixture.cores(1);
    private final Disk disk = new Disk("sda", 0, 1 << 20, 1);
    private TestQueue queue = queue(WriteCache.WRITE_THROUGH);
    private final List<String> trace = new ArrayList<>();
    private final List<Bio> parts = new ArrayList<>();
    private final List<BlockStatus> ends = new ArrayList<>();

    /** A queue that gets a request for each bio and issues it at once. */
    private final SubmitBio direct = new SubmitBio() {
        @Override
        public Step submit(BlockQueue to, Bio bio) {
            return cx -> {
                disk.queued(bio, cx.cpuNumber(), cx.nowNs());
                parts.add(bio);
                Request request = new Request(to, -1);
                request.init(bio, cx.cpuNumber(), cx.nowNs());
                request.started(cx.cpuNumber(), cx.nowNs());
                return cx.ret();
            };
        }

        @Override
        public Step finishPlug() {
            return Context::ret;
        }
    };

    private TestQueue queue(WriteCache cache) {
        return new TestQueue(disk, new QueueLimits(MAX_SECTORS, 1 << 10, 0), cache);
    }

    private Bio bio(int sectors) {
        Bio bio = new Bio(
                new BioEnd() {
                    @Override
                    public CacheLine line() {
                        return host.line("end");
                    }

                    @Override
                    public void ended(Context cx, Bio ended, BlockStatus status) {
                        ends.add(status);
                    }
                },
                0);
        bio.describe(Op.READ, 1_000, sectors);
        return bio;
    }

    private void submit(boolean splitsInBlockLayer, Bio bio, BlockStatus... statuses) {
        disk.traceTo(event -> trace.add(event.action().letter() + " " + event.sector() + "+" + event.sectors()
                + (event.detail() == 0 ? "" : " " + event.detail())));
        SubmitBio splitting = new SplittingSubmitBio(direct, splitsInBlockLayer);
        host.thread(
                0,
                0,
                cx -> cx.call(splitting.submit(queue, bio), after -> {
                    for (int i = 0; i < parts.size() && i < statuses.length; i++) {
                        parts.get(i).end().ended(after, parts.get(i), statuses[i]);
                    }
                    return after.ret();
                }));
        host.run();
    }

    /** As recorded on 6.1 for a read of 1 MiB in parts of 127 KiB: Q X G D X G D ... G D. */
    @Test
    void shouldTraceOneQAndAnXForEachCutThatTheBlockLayerMakes() {
        submit(true, bio(600));

        assertThat(trace)
                .containsExactly(
                        "Q 1000+600",
                        "X 1000+256 1256",
                        "G 1000+256",
                        "D 1000+256",
                        "X 1256+256 1512",
                        "G 1256+256",
                        "D 1256+256",
                        "G 1512+88",
                        "D 1512+88");
    }

    /** As recorded on 6.1 for null_blk, whose requests have 255 sectors. */
    @Test
    void shouldCutWithinAPageInTheBlockLayerButNotInTheSubmitter() {
        QueueLimits limits = new QueueLimits(255, 1 << 10, 0);

        assertThat(limits.nextPart(2_048, false)).isEqualTo(255);
        assertThat(limits.nextPart(2_048, true)).isEqualTo(248);
        assertThat(limits.nextPart(8, false)).isEqualTo(8);
        assertThat(new QueueLimits(255, 4, 0).nextPart(2_048, false)).isEqualTo(32);
    }

    @Test
    void shouldLetOnlyTheRestOfACutBioBeMerged() {
        submit(true, bio(600));

        assertThat(parts).extracting(Bio::isNoMerge).containsExactly(true, true, false);
    }

    @Test
    void shouldTraceAQForEachBioThatTheSubmitterBuilds() {
        submit(false, bio(600));

        assertThat(trace)
                .containsExactly(
                        "Q 1000+256",
                        "G 1000+256",
                        "D 1000+256",
                        "Q 1256+256",
                        "G 1256+256",
                        "D 1256+256",
                        "Q 1512+88",
                        "G 1512+88",
                        "D 1512+88");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveABioThatFitsAlone(boolean splitsInBlockLayer) {
        submit(splitsInBlockLayer, bio(MAX_SECTORS));

        assertThat(trace).containsExactly("Q 1000+256", "G 1000+256", "D 1000+256");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPassOnWhoIssuedIt(boolean splitsInBlockLayer) {
        Bio bio = bio(600);
        IoPriority priority = new IoPriority(IoPriority.IoClass.RT, 2);
        bio.issuedBy(4711, false, priority);
        bio.describe(Op.WRITE, 1_000, 600);
        submit(splitsInBlockLayer, bio);

        assertThat(parts).hasSize(3).allSatisfy(part -> {
            assertThat(part.issuer()).isEqualTo(4711);
            assertThat(part.isSync()).isFalse();
            assertThat(part.priority()).isEqualTo(priority);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskForDurabilityInEachPart(boolean splitsInBlockLayer) {
        Bio bio = bio(600);
        bio.describe(Op.WRITE, 1_000, 600, true, true);
        queue = queue(WriteCache.WRITE_BACK);
        submit(splitsInBlockLayer, bio);

        assertThat(parts).hasSize(3).allMatch(Bio::isPreflush).allMatch(Bio::isFua);
    }

    @Test
    void shouldEndAnEmptyFlushAtOnceWithoutAVolatileCache() {
        Bio flush = bio(8);
        flush.describe(Op.FLUSH, 0, 0);
        submit(true, flush);

        assertThat(ends).containsExactly(BlockStatus.OK);
        assertThat(trace).isEmpty();
        assertThat(disk.total().submitted()).isZero();
    }

    @Test
    void shouldPassAnEmptyFlushOnWithAVolatileCache() {
        Bio flush = bio(8);
        flush.describe(Op.FLUSH, 0, 0);
        queue = queue(WriteCache.WRITE_BACK_FUA);
        submit(true, flush);

        assertThat(ends).isEmpty();
        assertThat(parts).containsExactly(flush);
        assertThat(flush.isPreflush()).isTrue();
    }

    @Test
    void shouldAskForNoDurabilityWithoutAVolatileCache() {
        Bio bio = bio(8);
        bio.describe(Op.WRITE, 0, 8, true, true);
        submit(true, bio);

        assertThat(parts).containsExactly(bio);
        assertThat(bio.isFlush()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheWholeOnceWithTheFirstErrorWhenAllPartsHaveEnded(boolean splitsInBlockLayer) {
        submit(splitsInBlockLayer, bio(600), BlockStatus.OK, BlockStatus.MEDIUM, BlockStatus.OK);

        assertThat(ends).containsExactly(BlockStatus.MEDIUM);
        assertThat(disk.total().submitted()).as("parts").isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotEndTheWholeWhileAPartIsUnderWay(boolean splitsInBlockLayer) {
        submit(splitsInBlockLayer, bio(600), BlockStatus.OK, BlockStatus.OK);

        assertThat(ends).isEmpty();
    }
}
