package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.mq.MqGeneration;

class KernelPricesTest {
    private static final Set<FunctionSet> NOTHING = Set.of();

    @Test
    void shouldPriceInstructionsByWhatTheMachineTakesForOne() {
        PriceList prices = read("ns { io_submit = 600 }, instructions { io_submit_one = 2000 }", 0.25, NOTHING);

        assertThat(prices.of("io_submit").ns()).isEqualTo(600);
        assertThat(prices.of("io_submit_one").ns()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"12, 0.2, 2", "13, 0.2, 3", "10, 0.04, 1", "1, 0.01, 1", "0, 0.2, 0", "1000000000, 100, 100000000000"})
    void shouldRoundToTheNearestButMakeNothingFree(long instructions, double nsPerInstruction, long ns) {
        assertThat(KernelPrices.ns(instructions, nsPerInstruction)).isEqualTo(ns);
    }

    @Test
    void shouldRefuseAFunctionThatIsInBothLists() {
        assertThatThrownBy(() -> read("ns { io_submit = 1 }, instructions { io_submit = 1 }", 0.2, NOTHING))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("kernel.instructions: io_submit has a price in ns as well")
                .hasMessageEndingWith("kernel.ns.io_submit = null");
    }

    @Test
    void shouldTakeAPriceThatTookAnotherBack() {
        PriceList prices = read("ns { io_submit = 1 }, instructions.io_submit = 10, ns.io_submit = null", 0.2, NOTHING);

        assertThat(prices.of("io_submit").ns()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "LEGACY, EARLY, HPSA, TIMER SCSI_ERRORS COMMON LEGACY SCSI_LEGACY HPSA",
        "LEGACY, MODERN, SCSI_DEBUG, TIMER SCSI_ERRORS COMMON LEGACY SCSI_LEGACY SCSI_DEBUG",
        "SCSI_MQ, EARLY, HPSA, TIMER SCSI_ERRORS COMMON MQ_EARLY SCSI_MQ_EARLY HPSA",
        "SCSI_MQ, MODERN, SCSI_DEBUG, COMMON MQ_MODERN SCSI_MQ SCSI_DEBUG SCSI_ERRORS TIMER MQ_DEADLINE KYBER BFQ FLUSH TIMEOUT",
        "LEGACY, EARLY, NULL_BLK, TIMER COMMON LEGACY NULL_BLK NULL_BLK_BIO",
        "BLK_MQ, MODERN, NULL_BLK, COMMON MQ_MODERN NULL_BLK NULL_BLK_BIO NULL_BLK_POLL TIMER MQ_DEADLINE KYBER BFQ FLUSH"
                + " TIMEOUT",
    })
    void shouldNeedWhatTheStackAndTheDriverChargeAndNoMore(
            Stack stack, MqGeneration generation, DriverKind driver, String sets) {
        assertThat(FunctionSet.chargedBy(stack, generation, driver, false))
                .extracting(FunctionSet::name)
                .containsExactlyInAnyOrder(sets.split(" ", -1));
    }

    @Test
    void shouldReadAListThatHasJustWhatIsNeeded() {
        PriceList prices = read("ns {" + all(FunctionSet.COMMON) + "}", 0.2, Set.of(FunctionSet.COMMON));

        assertThat(prices.functions()).containsExactlyInAnyOrderElementsOf(FunctionSet.COMMON.functions());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prices.of("scsi_queue_rq"))
                .withMessageContaining("no price for scsi_queue_rq");
    }

    @Test
    void shouldSayWhichPriceIsMissing() {
        assertThatThrownBy(() -> read("ns { scsi_queue_rq = 1 }", 0.2, Set.of(FunctionSet.SCSI_MQ_EARLY)))
                .hasMessageContaining("kernel.ns: no price for scsi_io_completion (a command ends), which the");
        assertThatThrownBy(() -> read("ns { }", 0.2, Set.of(FunctionSet.SCSI_MQ_EARLY)))
                .hasMessageContaining("no price for scsi_io_completion, scsi_queue_rq, which the");
        assertThatThrownBy(() -> read("ns { }", 0.2, Set.of(FunctionSet.LEGACY)))
                .hasMessageContaining("and 1 more, which the scenario's stack charges; the kernel may not have");
    }

    @Test
    void shouldAcceptPricesOfAnotherStack() {
        assertThat(read("ns { get_request = 3 }", 0.2, NOTHING)
                        .of("get_request")
                        .ns())
                .isEqualTo(3);
    }

    @Test
    void shouldRefuseAPriceThatNothingChargesAndGuessWhatWasMeant() {
        assertThatThrownBy(() -> read("instructions { scsi_queue_cmd = 1 }", 0.2, NOTHING))
                .hasMessageContaining(
                        "kernel.instructions: a price for scsi_queue_cmd, which nothing charges; did you mean scsi_queue_rq?");
    }

    @Test
    void shouldSayWhatEachFunctionIs() {
        for (FunctionSet set : FunctionSet.values()) {
            assertThat(set.functions()).isNotEmpty().allSatisfy(function -> {
                assertThat(function).matches("[A-Za-z0-9_]+");
                assertThat(set.meaning(function)).isNotEmpty();
            });
        }
    }

    private static String all(FunctionSet set) {
        return set.functions().stream().map(function -> function + " = 1").collect(Collectors.joining(", "));
    }

    private static PriceList read(String lists, double nsPerInstruction, Set<FunctionSet> needed) {
        String kernel = Stream.of("ns { }", "instructions { }", lists).collect(Collectors.joining("\n"));
        Settings root = Settings.of(ConfigFactory.parseString("kernel {\n" + kernel + "\n}"));
        return KernelPrices.read(root.section("kernel"), needed, nsPerInstruction);
    }
}
