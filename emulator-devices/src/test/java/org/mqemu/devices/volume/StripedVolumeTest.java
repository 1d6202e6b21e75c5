package org.mqemu.devices.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.support.Member;
import org.mqemu.devices.support.Script;

class StripedVolumeTest {
    private static final StripeMap MAP = new StripeMap(3, 8, 800);

    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);

    private StripedVolume volume(StripeMap map, long latencyNs, Member... members) {
        List<Member> added = List.of(members);
        added.forEach(member -> emulation.add("member" + added.indexOf(member), member));
        return emulation.add(
                "volume",
                new StripedVolume(
                        map, added.stream().map(m -> m.ref(BlockTarget.class)).toList(), latencyNs));
    }

    private Script script(StripedVolume volume) {
        return emulation.add("host", new Script(volume.ref(BlockTarget.class), 1_000_000));
    }

    private static String text(BlockCommand command) {
        return command.op() + " " + command.sector() + "+" + command.sectors();
    }

    private static List<String> taken(Member member) {
        return member.taken().stream().map(StripedVolumeTest::text).toList();
    }

    @Test
    void shouldPassACommandWithinAChunkToItsMember() {
        Member a = new Member(10);
        Member b = new Member(20);
        Member c = new Member(30);
        StripedVolume volume = volume(MAP, 0, a, b, c);
        Script script = script(volume).at(0, 1, Op.READ, 8, 8).at(0, 2, Op.WRITE, 24 + 3, 5);
        emulation.run();
        assertThat(taken(a)).containsExactly("WRITE 11+5");
        assertThat(taken(b)).containsExactly("READ 0+8");
        assertThat(taken(c)).isEmpty();
        assertThat(script.log()).containsExactly("2 GOOD@10", "1 GOOD@20");
        assertThat(volume.statistics()).isEqualTo(new VolumeStatistics(2, 0, 0, 2, 0));
    }

    @Test
    void shouldMergeThePartsOfALongCommandOnEachMember() {
        Member a = new Member(10);
        Member b = new Member(30);
        Member c = new Member(20);
        StripedVolume volume = volume(MAP, 0, a, b, c);
        Script script = script(volume).at(100, 7, Op.READ, 4, 40);
        RunResult result = emulation.run();
        assertThat(taken(a)).containsExactly("READ 4+12");
        assertThat(taken(b)).containsExactly("READ 0+16");
        assertThat(taken(c)).containsExactly("READ 0+12");
        assertThat(script.log()).containsExactly("7 GOOD@130");
        assertThat(volume.statistics()).isEqualTo(new VolumeStatistics(1, 0, 1, 3, 0));
        assertThat(result.leftOver()).isEmpty();
    }

    @Test
    void shouldSendNothingToMembersThatACommandDoesNotTouch() {
        Member a = new Member(10);
        Member b = new Member(10);
        Member c = new Member(10);
        Script script = script(volume(MAP, 0, a, b, c)).at(0, 7, Op.DISCARD, 23, 2);
        emulation.run();
        assertThat(taken(a)).containsExactly("DISCARD 8+1");
        assertThat(taken(b)).isEmpty();
        assertThat(taken(c)).containsExactly("DISCARD 7+1");
        assertThat(script.log()).containsExactly("7 GOOD@10");
    }

    @Test
    void shouldAnswerWithTheWorstStatus() {
        Member a = new Member(10, CommandStatus.MEDIUM_ERROR, 1);
        Script script = script(volume(MAP, 0, a, new Member(20), new Member(30)))
                .at(0, 7, Op.READ, 0, 24)
                .at(0, 8, Op.READ, 8, 16);
        emulation.run();
        assertThat(script.log()).containsExactly("7 MEDIUM_ERROR@30", "8 GOOD@30");
    }

    @Test
    void shouldFlushAllMembers() {
        Member a = new Member(10);
        Member b = new Member(500);
        Member c = new Member(10);
        Script script = script(volume(MAP, 0, a, b, c)).at(0, 7, Op.FLUSH, 0, 0);
        emulation.run();
        assertThat(List.of(taken(a), taken(b), taken(c)))
                .allSatisfy(commands -> assertThat(commands).containsExactly("FLUSH 0+0"));
        assertThat(script.log()).containsExactly("7 GOOD@500");
    }

    @Test
    void shouldAddItsLatencyOnTheWayToTheMembers() {
        Script script = script(volume(MAP, 5, new Member(10), new Member(10), new Member(10)))
                .at(0, 1, Op.READ, 0, 8)
                .at(100, 2, Op.READ, 0, 24);
        emulation.run();
        assertThat(script.log()).containsExactly("1 GOOD@15", "2 GOOD@115");
    }

    @Test
    void shouldRejectWhatDoesNotLieOnTheVolume() {
        Member a = new Member(10);
        StripedVolume volume = volume(MAP, 0, a, new Member(10), new Member(10));
        Script script = script(volume)
                .at(0, 1, Op.READ, 2_400, 8)
                .at(1, 2, Op.READ, 2_393, 8)
                .at(2, 3, Op.READ, -8, 8);
        emulation.run();
        assertThat(script.log()).containsExactly("1 ILLEGAL_REQUEST@0", "2 ILLEGAL_REQUEST@1", "3 ILLEGAL_REQUEST@2");
        assertThat(volume.statistics().rejected()).isEqualTo(3);
        assertThat(a.taken()).isEmpty();
    }

    @Test
    void shouldReportASplitThatNeverEnds() {
        script(volume(MAP, 0, new Member(10), new Member(10, CommandStatus.GOOD, 0), new Member(10)))
                .at(0, 1, Op.READ, 0, 24);
        assertThat(emulation.run().leftOver()).containsExactly("volume: 1 split commands open");
    }

    @Test
    void shouldFailTheRunWhenAPartEndsTooOften() {
        script(volume(MAP, 0, new Member(10, CommandStatus.GOOD, 4), new Member(10), new Member(10)))
                .at(0, 1, Op.READ, 0, 24);
        assertThatExceptionOfType(EmulationFailure.class)
                .isThrownBy(emulation::run)
                .withMessageContaining("volume failed at 10 ns")
                .withMessageContaining("a part of no open command");
    }

    @Test
    void shouldRefuseAnotherNumberOfMembersThanTheMapHas() {
        List<Member> one = List.of(new Member(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StripedVolume(
                        MAP, one.stream().map(m -> m.ref(BlockTarget.class)).toList()))
                .withMessageContaining("3 members, there are 1");
    }
}
