package org.mqemu.devices.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;

class FaultTriggerTest {
    private final RandomStream random = RandomStream.of(1, "test");

    static FaultRule rule(FaultKind kind, FaultTrigger trigger) {
        return new FaultRule("", kind, trigger, FaultRule.FOREVER, 1);
    }

    private static FaultScript script(FaultTrigger trigger) {
        return new FaultScript(List.of(rule(FaultKind.BUSY, trigger)));
    }

    private boolean strikes(FaultScript script, long atNs, Op op, long sector, int sectors) {
        return script.onCommand(op, sector, sectors, atNs, random) != null;
    }

    /** The numbers, from 1, of those reads of n that are struck. */
    private List<Integer> struck(FaultScript script, int n) {
        List<Integer> struck = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            if (strikes(script, i, Op.READ, i * 8L, 8)) {
                struck.add(i);
            }
        }
        return struck;
    }

    @Test
    void shouldStrikeEachCommandOfSoMany() {
        assertThat(struck(script(FaultTrigger.ALWAYS.every(3)), 10)).containsExactly(3, 6, 9);
        assertThat(struck(script(FaultTrigger.ALWAYS.every(1)), 3)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldStrikeAtMostSoOften() {
        assertThat(struck(script(FaultTrigger.ALWAYS.every(2).times(2)), 20)).containsExactly(2, 4);
    }

    @Test
    void shouldStrikeWithinItsTimeOnly() {
        assertThat(struck(script(FaultTrigger.ALWAYS.during(3, 6)), 10)).containsExactly(3, 4, 5);
        assertThat(struck(
                        script(FaultTrigger.ALWAYS.during(8, FaultRule.FOREVER).times(1)), 10))
                .containsExactly(8);
    }

    @Test
    void shouldCountOnlyTheCommandsForWhichTheRestHolds() {
        assertThat(struck(script(FaultTrigger.ALWAYS.during(4, 11).every(2)), 20))
                .containsExactly(5, 7, 9);
    }

    @ParameterizedTest
    @CsvSource({
        "92, 8, false",
        "92, 9, true",
        "100, 1, true",
        "109, 1, true",
        "110, 8, false",
        "0, 200, true",
        "100, 0, false"
    })
    void shouldStrikeCommandsThatTouchItsSectors(long sector, int sectors, boolean struck) {
        assertThat(strikes(script(FaultTrigger.ALWAYS.sectors(100, 109)), 0, Op.WRITE, sector, sectors))
                .isEqualTo(struck);
    }

    @Test
    void shouldStrikeWithAProbability() {
        assertThat((double) struck(script(FaultTrigger.ALWAYS.withProbability(0.1)), 10_000)
                        .size())
                .isCloseTo(1_000, within(120.0));
        assertThat(struck(script(FaultTrigger.ALWAYS.withProbability(1)), 5)).hasSize(5);
    }

    @Test
    void shouldStrikeOneOperationOnly() {
        FaultScript script = script(FaultTrigger.ALWAYS.only(Op.FLUSH));
        assertThat(strikes(script, 0, Op.READ, 0, 8)).isFalse();
        assertThat(strikes(script, 0, Op.FLUSH, 0, 0)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Op.class)
    void shouldFindMediumErrorsWhereDataMovesOnly(Op op) {
        FaultScript script = new FaultScript(List.of(rule(FaultKind.MEDIUM_ERROR, FaultTrigger.ALWAYS.every(1))));
        assertThat(strikes(script, 0, op, 0, 8)).isEqualTo(op == Op.READ || op == Op.WRITE);
    }

    @Test
    void shouldLetTheFirstOfSeveralRulesStrikeWithoutShiftingTheOthers() {
        FaultScript script = new FaultScript(List.of(
                rule(FaultKind.BUSY, FaultTrigger.ALWAYS.every(2).times(2)),
                rule(FaultKind.TIMEOUT, FaultTrigger.ALWAYS.every(3))));
        List<String> struck = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            @Nullable FaultRule rule = script.onCommand(Op.READ, 0, 8, i, random);
            if (rule != null) {
                struck.add(i + " " + rule.kind());
            }
        }
        assertThat(struck).containsExactly("2 BUSY", "3 TIMEOUT", "4 BUSY", "6 TIMEOUT", "9 TIMEOUT", "12 TIMEOUT");
        assertThat(script.statistics("sda"))
                .containsExactly(
                        new FaultStatistics("sda", "", FaultKind.BUSY, 2),
                        new FaultStatistics("sda", "", FaultKind.TIMEOUT, 4));
    }

    @Test
    void shouldBringAboutStatesByTimeAloneUnlessACommandIsNeeded() {
        FaultScript script = new FaultScript(List.of(
                rule(FaultKind.GONE, FaultTrigger.ALWAYS.during(50, FaultRule.FOREVER)),
                rule(FaultKind.HANG, FaultTrigger.ALWAYS.during(20, FaultRule.FOREVER)),
                rule(FaultKind.SLOW, FaultTrigger.ALWAYS.every(1))));
        assertThat(script.nextNs()).isEqualTo(20);
        assertThat(script.due(19)).isNull();
        assertThat(script.due(20)).extracting(FaultRule::kind).isEqualTo(FaultKind.HANG);
        assertThat(script.due(20)).isNull();
        assertThat(script.nextNs()).isEqualTo(50);
        assertThat(script.onCommand(Op.READ, 0, 8, 60, random))
                .extracting(FaultRule::kind)
                .isEqualTo(FaultKind.SLOW);
        assertThat(script.due(60)).extracting(FaultRule::kind).isEqualTo(FaultKind.GONE);
        assertThat(script.nextNs()).isEqualTo(FaultRule.FOREVER);
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> FaultTrigger.ALWAYS.during(5, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultTrigger.ALWAYS.every(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultTrigger.ALWAYS.withProbability(1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultTrigger.ALWAYS.withProbability(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultTrigger.ALWAYS.sectors(9, 8));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FaultRule("", FaultKind.SLOW, FaultTrigger.ALWAYS, 1, 0.9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FaultRule("", FaultKind.HANG, FaultTrigger.ALWAYS, 0, 1));
    }
}
