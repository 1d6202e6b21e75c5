package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.log.Dmesg;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

class RequestTest {
    private static final BioEnd NOBODY = new BioEnd() {
        @Override
        public CacheLine line() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ended(Context cx, Bio bio, BlockStatus status) {
            throw new UnsupportedOperationException();
        }
    };

    private final Disk disk = new Disk("sda", 3, 1_000, 2);
    private final Request request = new Request(new TestQueue(disk), 17);

    private static Bio bio(Op op, long sector, int sectors) {
        Bio bio = new Bio(NOBODY, 0);
        bio.describe(op, sector, sectors);
        return bio;
    }

    /** Q, G, I, D and C. */
    private static void life(Disk disk, Request request, CommandStatus status, long... ns) {
        Bio bio = bio(Op.WRITE, 8, 16);
        disk.queued(bio, 0, ns[0]);
        request.init(bio, 0, ns[1]);
        request.inserted(0, ns[2]);
        request.started(0, ns[3]);
        request.completed(status, 1, ns[4]);
        request.ending(1, ns[4]);
        request.freed(1);
    }

    @Test
    void shouldCarryItsFirstBio() {
        Bio bio = bio(Op.WRITE, 8, 16);
        request.init(bio, 1, 500);
        assertThat(request.state()).isEqualTo(RequestState.QUEUED);
        assertThat(request.bios()).containsExactly(bio);
        assertThat(request.op()).isEqualTo(Op.WRITE);
        assertThat(request.sector()).isEqualTo(8);
        assertThat(request.sectors()).isEqualTo(16);
        assertThat(request.cpu()).isEqualTo(1);
        assertThat(request.gotNs()).isEqualTo(500);
        assertThat(request.insertedNs()).as("never inserted").isEqualTo(500);
        assertThat(request.driverIndex()).as("the tag").isEqualTo(17);
    }

    @Test
    void shouldGoThroughItsLifeAndBeFreeAgain() {
        for (int i = 0; i < 2; i++) {
            request.init(bio(Op.READ, 0, 8), 0, 1);
            request.driverIndex(99);
            request.started(0, 2);
            assertThat(request.state()).isEqualTo(RequestState.STARTED);
            request.requeued(0, 4);
            assertThat(request.state()).isEqualTo(RequestState.QUEUED);
            request.started(0, 5);
            assertThat(request.issuedNs()).isEqualTo(5);
            request.completed(CommandStatus.MEDIUM_ERROR, 0, 6);
            assertThat(request.state()).isEqualTo(RequestState.COMPLETED);
            assertThat(request.status()).isEqualTo(CommandStatus.MEDIUM_ERROR);
            request.freed(0);
            assertThat(request.state()).isEqualTo(RequestState.FREE);
            assertThat(request.bios()).isEmpty();
        }
        request.init(bio(Op.READ, 0, 8), 0, 1);
        assertThat(request.driverIndex()).isEqualTo(17);
        assertThat(request.status()).isEqualTo(CommandStatus.GOOD);
    }

    /** Every change of state that a life does not have, by the number of changes made before. */
    @ParameterizedTest
    @CsvSource({
        "0,start",
        "0,requeue",
        "0,complete",
        "0,free",
        "1,init",
        "1,requeue",
        "1,complete",
        "1,free",
        "2,init",
        "2,start",
        "2,free",
        "3,init",
        "3,start",
        "3,requeue",
        "3,complete"
    })
    void shouldRefuseAChangeOfStateOutOfTurn(int changes, String change) {
        List<Runnable> life = List.of(
                () -> request.init(bio(Op.READ, 40, 8), 0, 1),
                () -> request.started(0, 2),
                () -> request.completed(CommandStatus.GOOD, 0, 3));
        life.subList(0, changes).forEach(Runnable::run);
        RequestState before = request.state();
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    switch (change) {
                        case "init" -> request.init(bio(Op.READ, 0, 8), 0, 1);
                        case "start" -> request.started(0, 4);
                        case "requeue" -> request.requeued(0, 4);
                        case "complete" -> request.completed(CommandStatus.GOOD, 0, 4);
                        default -> request.freed(0);
                    }
                })
                .withMessageContaining("a request of sda (tag 17")
                .withMessageContaining("but is " + before);
        assertThat(request.state()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"READ,-1,8", "READ,1000,1", "READ,993,8", "WRITE,0,1001", "READ,9223372036854775807,8", "READ,0,-1"})
    void shouldRefuseABioBeyondTheDisk(Op op, long sector, int sectors) {
        assertThatIllegalStateException()
                .isThrownBy(() -> disk.queued(bio(op, sector, sectors), 0, 0))
                .withMessageContaining("beyond the end of sda");
        assertThat(disk.total().submitted()).isZero();
    }

    @Test
    void shouldTakeABioUpToTheLastSectorAndAnEmptyFlush() {
        disk.queued(bio(Op.READ, 992, 8), 0, 0);
        disk.queued(bio(Op.FLUSH, 0, 0), 1, 0);
        assertThat(disk.total().submitted()).isEqualTo(2);
        assertThatIllegalStateException()
                .isThrownBy(() -> disk.queued(bio(Op.WRITE, 8, 0), 0, 0))
                .withMessage("an empty bio on sda");
    }

    @Test
    void shouldKnowItsSize() {
        assertThat(disk.bytes()).isEqualTo(512_000);
        assertThat(disk.sectors()).isEqualTo(1_000);
        assertThat(disk.index()).isEqualTo(3);
        assertThatIllegalArgumentException().isThrownBy(() -> new Disk("sda", 0, 0, 1));
    }

    @Test
    void shouldCountALifeByStagesAndKinds() {
        life(disk, request, CommandStatus.GOOD, 100, 130, 190, 400, 5_400);
        RequestFigures figures = disk.total().measured();
        assertThat(figures.stage(Stage.Q2G).mean()).isEqualTo(30);
        assertThat(figures.stage(Stage.G2I).mean()).isEqualTo(60);
        assertThat(figures.stage(Stage.I2D).mean()).isEqualTo(210);
        assertThat(figures.stage(Stage.D2C).mean()).isEqualTo(5_000);
        assertThat(figures.whole().mean()).isEqualTo(5_300);
        assertThat(figures.histogram(Stage.D2C).count()).isEqualTo(1);
        assertThat(figures.wholeHistogram().count()).isEqualTo(1);
        assertThat(figures.requests(Op.WRITE)).isEqualTo(1);
        assertThat(figures.sectors(Op.WRITE)).isEqualTo(16);
        assertThat(figures.ticksNs(Op.WRITE)).isEqualTo(5_270);
        assertThat(figures.merges(Op.WRITE)).isZero();
        assertThat(figures.requests(Op.READ)).isZero();
    }

    @Property(tries = 50)
    void shouldSplitTheWholeTimeIntoStages(@ForAll Random random) {
        Disk own = new Disk("sdb", 0, 1_000, 2);
        Request reused = new Request(new TestQueue(own), 0);
        int n = 1 + random.nextInt(200);
        for (int i = 0; i < n; i++) {
            long[] ns = random.longs(5, 0, 1_000_000).sorted().toArray();
            life(own, reused, CommandStatus.GOOD, ns);
        }
        RequestFigures figures = own.total().measured();
        double sumNs = 0;
        for (Stage stage : Stage.values()) {
            assertThat(figures.stage(stage).n()).isEqualTo(n);
            sumNs += figures.stage(stage).mean();
        }
        assertThat(sumNs).isCloseTo(figures.whole().mean(), within(1e-3));
    }

    @Test
    void shouldCountConservationFromTheStartAndFiguresBetweenTheMarks() {
        life(disk, request, CommandStatus.GOOD, 0, 1, 2, 3, 4);
        mark(true);
        life(disk, request, CommandStatus.MEDIUM_ERROR, 10, 11, 12, 13, 14);
        life(disk, request, CommandStatus.GOOD, 20, 21, 22, 23, 24);
        mark(false);
        life(disk, request, CommandStatus.GOOD, 30, 31, 32, 33, 34);
        assertThat(disk.total().submitted()).isEqualTo(4);
        assertThat(disk.total().completed()).isEqualTo(3);
        assertThat(disk.total().failed()).isEqualTo(1);
        assertThat(disk.total().measured().requests(Op.WRITE)).isEqualTo(2);
        assertThat(disk.total().measured().whole().n()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheTimesOfTheBioItWasGotForWhenAnotherIsMergedInFront() {
        Bio first = bio(Op.READ, 108, 8);
        disk.queued(first, 0, 1_000);
        request.init(first, 0, 1_100);
        Bio front = bio(Op.READ, 100, 8);
        disk.queued(front, 0, 2_000);

        assertThat(request.merge(new QueueLimits(64, 8, 0), front, 0, 1)).isTrue();
        request.started(0, 3_000);
        request.completed(CommandStatus.GOOD, 0, 4_000);

        assertThat(request.sector()).isEqualTo(100);
        assertThat(disk.total().measured().stage(Stage.Q2G).max()).isEqualTo(100);
        assertThat(disk.total().measured().whole().max()).isEqualTo(3_000);
    }

    private void mark(boolean begin) {
        disk.mark(0, begin, 0);
        disk.mark(1, begin, 0);
    }

    // ---- errors ----

    private Request started() {
        request.init(bio(Op.READ, 40, 8), 0, 1);
        request.started(0, 2);
        return request;
    }

    @Test
    void shouldDropAnAnswerThatComesAfterItHasTimedOut() {
        assertThat(started().timedOut()).isTrue();
        assertThat(request.completed(CommandStatus.GOOD, 0, 3)).isFalse();
        assertThat(request.state()).isEqualTo(RequestState.RECOVERING);
        request.takenBack(0, 4);
        request.started(0, 5);
        assertThat(request.completed(CommandStatus.GOOD, 0, 6)).isTrue();
    }

    @Test
    void shouldNotTimeOutOnceItIsAnswered() {
        assertThat(started().completed(CommandStatus.GOOD, 0, 3)).isTrue();
        assertThat(request.timedOut()).isFalse();
        assertThat(request.state()).isEqualTo(RequestState.COMPLETED);
    }

    @Test
    void shouldCountAsOneIoHoweverOftenItWasTaken() {
        mark(true);
        started().completed(CommandStatus.BUSY, 0, 3);
        request.takenBack(0, 4);
        request.started(0, 5);
        request.completed(CommandStatus.GOOD, 0, 9);
        request.ending(0, 9);
        request.freed(0);
        mark(false);
        assertThat(disk.total().answered()).isEqualTo(2);
        assertThat(disk.total().measured().requests(Op.READ)).isEqualTo(1);
        assertThat(disk.total().failed()).isZero();
    }

    @Test
    void shouldLogHowItFailedUnlessItIsQuiet() {
        Dmesg dmesg = new Dmesg();
        disk.logTo(dmesg);
        disk.failfast(Request.FAILFAST_TRANSPORT);
        request.init(bio(Op.WRITE, 40, 8), 0, 1);
        request.started(0, 2);
        request.completed(CommandStatus.MEDIUM_ERROR, 0, 3);
        request.endsAs(BlockStatus.MEDIUM, false);
        request.ending(0, 2_000);
        assertThat(dmesg.messages())
                .extracting(Dmesg.Message::line)
                .containsExactly("[    0.000002] critical medium error, dev sda, sector 40 op 0x1:(WRITE) flags 0x8a00"
                        + " phys_seg 1 prio class 2");
        request.freed(0);
        request.init(bio(Op.READ, 40, 8), 0, 5);
        request.rejected(BlockStatus.OFFLINE);
        request.endsAs(BlockStatus.OFFLINE, true);
        request.ending(0, 6);
        assertThat(dmesg.messages()).hasSize(1);
        assertThat(request.blockStatus().errno()).isEqualTo(19);
    }
}
