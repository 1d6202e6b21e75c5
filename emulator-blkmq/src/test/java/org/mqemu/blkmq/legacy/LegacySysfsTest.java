package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.NoopElevator;
import org.mqemu.blkmq.support.Administrator;
import org.mqemu.blkmq.support.Administrator.Write;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.IdlingElevator;
import org.mqemu.blkmq.support.LegacySetup;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

class LegacySysfsTest {
    private static final long IDLE_NS = 100_000;

    private final HostFixture host = HostFixture.cores(4);
    private final List<IdlingElevator> idling = new ArrayList<>();
    private LegacyStack stack;

    private void stack(StackParameters parameters) {
        ElevatorFactory elevators = new ElevatorFactory() {
            @Override
            public List<String> names() {
                return List.of("idling", "noop");
            }

            @Override
            public Elevator make(String name) {
                if (name.equals("noop")) {
                    return new NoopElevator();
                } else if (!name.equals("idling")) {
                    throw new IllegalArgumentException("no elevator " + name);
                }
                idling.add(new IdlingElevator("idling", IDLE_NS));
                return idling.get(idling.size() - 1);
            }
        };
        stack = new LegacyStack(host, parameters, new LegacySetup().with(elevators));
    }

    private RequestQueue sda() {
        return stack.queue(0);
    }

    private Administrator write(int cpu, long atNs, String attribute, String value) {
        List<Write> one = List.of(new Write(sda(), attribute, value));
        return Administrator.start(
                host,
                stack.layer()::newSysfs,
                cpu,
                atNs,
                one,
                () -> 0,
                () -> host.log().add(attribute));
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.allocated()).isZero();
        for (Disk disk : stack.disks()) {
            assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
        }
    }

    private QueueSysfs sysfs() {
        Context thread = host.cpu(0).newThread("shell", CpuMode.SYS);
        return stack.layer().newSysfs(thread);
    }

    // ---- what can be written ----

    @ParameterizedTest
    @CsvSource({
        "scheduler,noop",
        "scheduler,idling",
        "nr_requests,4",
        "nr_requests,65536",
        "rq_affinity,0",
        "rq_affinity,2",
        "nomerges,1",
        "max_sectors_kb,4",
        "max_sectors_kb,512",
        "iosched/idle_ns,0",
        "iosched/idle_ns,1000000000"
    })
    void shouldTakeWhatTheKernelTakes(String attribute, String value) {
        stack(StackParameters.plain(4));
        sysfs().check(attribute, value);
    }

    @ParameterizedTest
    @CsvSource({
        "scheduler,cfq,cfq",
        "scheduler,'',no elevator",
        "nr_requests,0,1 to 65536",
        "nr_requests,many,1 to 65536",
        "rq_affinity,3,0 to 2",
        "nomerges,-1,0 to 2",
        "max_sectors_kb,3,4 to 1048576",
        "iosched/idle_ns,1000000001,0 to 1000000000",
        "iosched/idle_ns,x,whole number",
        "iosched/quantum,8,idle_ns",
        "wbt_lat_usec,0,nr_requests",
        "size,1,scheduler"
    })
    void shouldSayWhatWouldBeValid(String attribute, String value, String hint) {
        stack(StackParameters.plain(4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysfs().check(attribute, value))
                .withMessageContaining(hint);
    }

    // ---- what it does ----

    @Test
    void shouldReplaceTheElevatorWhenItsLastRequestHasEndedAndPassItMeanwhile() {
        stack(StackParameters.plain(20).withLimits(1, 1).withServiceNs(2_000_000));
        TraceLog trace = new TraceLog(stack.disks());
        Submitter before = new Submitter(host, stack, 0, 1);
        IntStream.range(0, 4).forEach(i -> before.read(sda(), 80L * i));
        before.start(0);
        write(1, 1_000_000, "scheduler", "noop");
        Submitter meanwhile = new Submitter(host, stack, 2, 2);
        meanwhile.read(sda(), 8_000).start(1_500_000);
        host.tell(3, 11_500_000, new CpuPort.CallFunction(cx -> {
            host.log().add(sda().elevator().name());
            return cx.ret();
        }));
        run();

        assertThat(host.log()).as("10 ms after the first look").containsExactly("scheduler", "noop");
        assertThat(idling.get(0).open()).isZero();
        assertThat(idling.get(0).completions()).as("the other one passed it").isEqualTo(4);
        assertThat(trace.firstNs(TraceAction.ISSUE, 8_000))
                .as("behind what was drained")
                .isGreaterThan(trace.firstNs(TraceAction.COMPLETE, 160));
        assertThat(meanwhile.ends()).hasSize(1);
    }

    @Test
    void shouldChangeNothingIfTheQueueHasTheElevator() {
        stack(StackParameters.plain(4));
        Elevator before = sda().elevator();
        write(0, 0, "scheduler", "idling");
        run();

        assertThat(sda().elevator()).isSameAs(before);
    }

    @Test
    void shouldNotWaitForRequestsThatAnotherQueueHas() {
        stack(StackParameters.plain(4).withDisks(2).withServiceNs(50_000_000));
        Submitter other = new Submitter(host, stack, 0, 1);
        other.read(stack.queue(1), 0).start(0);
        write(1, 1_000, "scheduler", "noop");
        List<Integer> ends = new ArrayList<>();
        host.tell(3, 10_000, new CpuPort.CallFunction(cx -> {
            ends.add(other.ends().size());
            host.log().add(sda().elevator().name());
            return cx.ret();
        }));
        run();

        assertThat(ends).containsExactly(0);
        assertThat(host.log()).containsExactly("scheduler", "noop");
    }

    @Test
    void shouldLetOneWriterAfterTheOtherChangeAQueue() {
        stack(StackParameters.plain(4).withServiceNs(5_000_000));
        new Submitter(host, stack, 0, 1).read(sda(), 0).start(0);
        write(1, 1_000, "scheduler", "noop");
        write(2, 2_000, "nomerges", "0");
        run();

        assertThat(host.log()).containsExactly("scheduler", "nomerges");
        assertThat(sda().limits().nomerges()).isZero();
    }

    @Test
    void shouldLetSleepersGoOnWhenThereAreMoreRequests() {
        stack(StackParameters.plain(4).withServiceNs(1_000_000));
        Submitter submitter = new Submitter(host, stack, 0, 1);
        IntStream.range(0, 20).forEach(i -> submitter.read(sda(), 80L * i));
        submitter.start(0);
        write(1, 100_000, "nr_requests", "20");
        run();

        assertThat(stack.mostInFlight()).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void shouldTakeFewerThanFourRequestsForFour(String value) {
        stack(StackParameters.plain(100).withServiceNs(1_000_000));
        write(1, 0, "nr_requests", value);
        LoadThread.start(host, stack, 0, 10_000, 100, 1, 100, bound -> 0);
        run();

        assertThat(stack.mostInFlight()).isEqualTo(6);
    }

    @Test
    void shouldMoveCompletionsWithRqAffinity() {
        stack(StackParameters.plain(4).withInterruptsOn(3, 0));
        new Submitter(host, stack, 0, 1).read(sda(), 0).start(0);
        write(1, 100_000, "rq_affinity", "2");
        new Submitter(host, stack, 0, 2).read(sda(), 0).start(200_000);
        run();

        assertThat(stack.completedOn()).containsExactly(3, 0);
    }

    @Test
    void shouldMergeAndSplitByTheLimitsOfTheMoment() {
        stack(StackParameters.plain(10));
        TraceLog trace = new TraceLog(stack.disks());
        Submitter submitter = new Submitter(host, stack, 0, 1);
        submitter.read(sda(), 0).read(sda(), 8).unplug().work(1_000_000);
        submitter.read(sda(), 80).read(sda(), 88).unplug().work(1_000_000);
        submitter.read(sda(), 160).read(sda(), 168).start(0);
        write(1, 500_000, "nomerges", "0");
        write(1, 1_500_000, "max_sectors_kb", "4");
        run();

        assertThat(trace.letters(0, 16)).doesNotContain("M");
        assertThat(trace.letters(80, 16)).contains("M");
        assertThat(trace.letters(160, 16)).doesNotContain("M");
    }

    @Test
    void shouldSetATunableOfTheElevatorOfThatMomentOnly() {
        stack(StackParameters.plain(4));
        write(0, 0, "iosched/idle_ns", "7");
        write(1, 1_000_000, "scheduler", "noop");
        write(2, 2_000_000, "iosched/idle_ns", "8");
        run();

        assertThat(idling.get(0).tunables().get("idle_ns")).isEqualTo(7);
        assertThat(host.log()).hasSize(3);
    }

    // ---- under load ----

    /** A thousand changes by two writers at random moments, on two devices under load: nothing is lost, nothing stalls. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldLoseNothingAndNeverStallThroughAThousandChanges(long seed) {
        Random random = new Random(seed);
        host.limit(60_000_000_000L);
        stack(StackParameters.plain(8).withDisks(2).withLimits(3, 5).withServiceNs(1_000_000));
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            loads.add(LoadThread.start(
                    host, stack, i % 4, 0, 1 + random.nextInt(16), 1 + random.nextInt(8), 100_000, random::nextInt));
        }
        long[] lastNs = new long[1];
        long[] longestNs = new long[1];
        stack.disks()
                .forEach(disk -> disk.traceTo(event -> {
                    if (event.action() == TraceAction.COMPLETE) {
                        longestNs[0] = Math.max(longestNs[0], event.atNs() - lastNs[0]);
                        lastNs[0] = event.atNs();
                    }
                }));
        int[] open = {2};
        List<Administrator> administrators = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            List<Write> writes =
                    IntStream.range(0, 500).mapToObj(n -> anyWrite(random)).toList();
            administrators.add(Administrator.start(
                    host, stack.layer()::newSysfs, i, 1_000, writes, () -> random.nextInt(400_000), () -> {
                        if (--open[0] == 0) {
                            loads.forEach(LoadThread::stop);
                        }
                    }));
        }
        run();

        assertThat(administrators).allMatch(administrator -> administrator.written() == 500);
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
        assertThat(loads).as("under load to the end").allMatch(load -> load.submitted() < 100_000);
        assertThat(longestNs[0]).as("without a completion").isLessThan(30_000_000);
        assertThat(idling.size()).as("elevators made").isGreaterThan(50);
        assertThat(idling).allMatch(elevator -> elevator.open() == 0);
    }

    private Write anyWrite(Random random) {
        RequestQueue queue = stack.queue(random.nextInt(2));
        return switch (random.nextInt(6)) {
            case 0 -> new Write(queue, "scheduler", random.nextBoolean() ? "noop" : "idling");
            case 1 -> new Write(queue, "nr_requests", Integer.toString(1 + random.nextInt(40)));
            case 2 -> new Write(queue, "rq_affinity", Integer.toString(random.nextInt(3)));
            case 3 -> new Write(queue, "nomerges", Integer.toString(random.nextInt(3)));
            case 4 -> new Write(queue, "max_sectors_kb", Integer.toString(4 << random.nextInt(6)));
            default -> new Write(queue, "iosched/idle_ns", Integer.toString(random.nextInt(1_000_000)));
        };
    }
}
