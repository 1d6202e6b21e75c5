package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.FaultTrigger;

class FaultSettingsTest {
    private static final long FOREVER = FaultRule.FOREVER;
    private static final long MS = 1_000_000;
    private static final FaultTrigger ALWAYS = FaultTrigger.ALWAYS;

    private static Config config(String text) {
        return ConfigFactory.parseString(text, ConfigParseOptions.defaults().setOriginDescription("my.conf"))
                .withFallback(ConfigFactory.parseString("volume.devices = 6, drive.capacity = 1M"))
                .withFallback(ConfigFactory.parseResources("org/mqemu/devices/reference.conf")
                        .getConfig("mqemu"));
    }

    private static FaultSettings read(String faults, DriverKind driver) {
        Settings root = Settings.of(config("faults = [\n" + faults + "\n]"));
        return FaultSettings.read(root, driver, hardware(root, driver));
    }

    private static HardwareSettings hardware(Settings root, DriverKind driver) {
        Settings scsi = Settings.of(ConfigFactory.parseString("host.driver = "
                        + driver.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .withFallback(ConfigFactory.parseResources("org/mqemu/scsi/reference.conf")
                        .getConfig("mqemu")));
        HostSettings host = HostSettings.read(scsi.section("host"));
        Topology one = new Topology(1, 1, 1, new LineCosts(1, 1, 1, 1));
        return HardwareSettings.read(root, host, DriverSettings.read(scsi.section("driver"), host, one), one);
    }

    private static FaultSettings read(String faults) {
        return read(faults, DriverKind.HPSA);
    }

    /** Reads the one fault of sda, without its text. */
    private static FaultRule rule(String keys) {
        FaultRule rule = read("{ device = sda, " + keys + " }").of("sda").get(0);
        return new FaultRule("", rule.kind(), rule.trigger(), rule.forNs(), rule.factor());
    }

    private static FaultRule expected(FaultKind kind, FaultTrigger trigger, long forNs, double factor) {
        return new FaultRule("", kind, trigger, forNs, factor);
    }

    @Test
    void shouldReadEachFormOfFault() {
        assertThat(rule("at = 20ms, fault = hang, for = 60s"))
                .isEqualTo(expected(FaultKind.HANG, ALWAYS.during(20 * MS, FOREVER), 60_000 * MS, 1));
        assertThat(rule("at = 20ms, fault = gone"))
                .isEqualTo(expected(FaultKind.GONE, ALWAYS.during(20 * MS, FOREVER), FOREVER, 1));
        assertThat(rule("from = 10ms, until = 30ms, fault = slow, factor = 20"))
                .isEqualTo(expected(FaultKind.SLOW, ALWAYS.during(10 * MS, 30 * MS), 20 * MS, 20));
        assertThat(rule("every = 1000, fault = medium-error, lba = \"96-103\""))
                .isEqualTo(expected(FaultKind.MEDIUM_ERROR, ALWAYS.every(1_000).sectors(96, 103), FOREVER, 1));
        assertThat(rule("probability = 0.001, fault = busy"))
                .isEqualTo(expected(FaultKind.BUSY, ALWAYS.withProbability(0.001), FOREVER, 1));
        assertThat(rule("every = 100, count = 2, fault = timeout, op = write"))
                .isEqualTo(
                        expected(FaultKind.TIMEOUT, ALWAYS.every(100).times(2).only(Op.WRITE), FOREVER, 1));
        assertThat(rule("lba = 2047, fault = hardware-error"))
                .isEqualTo(expected(FaultKind.HARDWARE_ERROR, ALWAYS.sectors(2_047, 2_047), FOREVER, 1));
    }

    @Test
    void shouldTakeOneCommandAtATimeUnlessACountIsGiven() {
        assertThat(rule("at = 1ms, fault = busy").trigger())
                .isEqualTo(ALWAYS.during(MS, FOREVER).times(1));
        assertThat(rule("at = 1ms, fault = busy, count = 5").trigger())
                .isEqualTo(ALWAYS.during(MS, FOREVER).times(5));
        assertThat(rule("from = 1ms, fault = busy").trigger()).isEqualTo(ALWAYS.during(MS, FOREVER));
    }

    @Test
    void shouldLetACommandBeginAState() {
        assertThat(rule("every = 10, from = 1ms, until = 2ms, fault = hang, for = 5ms"))
                .isEqualTo(expected(FaultKind.HANG, ALWAYS.every(10).during(MS, 2 * MS), 5 * MS, 1));
        assertThat(rule("lba = 5, fault = gone, until = 2ms"))
                .isEqualTo(expected(FaultKind.GONE, ALWAYS.sectors(5, 5).during(0, 2 * MS), FOREVER, 1));
    }

    @Test
    void shouldGiveEachDeviceOfAPatternARule() {
        FaultSettings settings = read("{ device = \"sd[b-d]\", every = 7, fault = busy },"
                + "{ device = sdc, at = 1s, fault = hang }, { device = \"sd*\", op = flush, fault = timeout }");
        assertThat(settings.of("sda")).hasSize(1);
        assertThat(settings.of("sdb")).extracting(FaultRule::text).containsExactly("busy every=7", "timeout op=flush");
        assertThat(settings.of("sdc"))
                .extracting(FaultRule::text)
                .containsExactly("busy every=7", "hang at=1s", "timeout op=flush");
        assertThat(settings.hba()).isEmpty();
    }

    @Test
    void shouldReadTheFaultsOfTheHba() {
        FaultSettings settings = read(
                "{ hba = 0, at = 50ms, fault = firmware-reset, for = 5s },"
                        + "{ hba = 0, every = 9, fault = firmware-reset }, { hba = 0, from = 1s, until = 3s, fault = link-down }");
        assertThat(settings.devices()).isEmpty();
        assertThat(settings.hba()).extracting(FaultRule::forNs).containsExactly(5_000 * MS, 10_000 * MS, 2_000 * MS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "evry = 9, fault = busy, at = 1s | evry: nothing reads this key; did you mean every?",
                "fault = buzy, at = 1s | fault: expected one of medium-error",
                "fault = busy | fault: nothing says when it strikes; write at, from, until, every",
                "fault = busy, count = 5 | count: nothing says when it strikes",
                "fault = slow, at = 1s | factor: slow needs a factor",
                "fault = slow, at = 1s, factor = 0.5 | factor: 0.5 is out of range",
                "fault = busy, at = 1s, factor = 2 | factor: busy has no factor",
                "fault = busy, at = 1s, for = 2s | for: busy is over at once; from and until say",
                "fault = hang, at = 1s, count = 2 | count: time alone brings it about, once",
                "fault = hang, from = 1s, until = 2s, for = 1s | for: until says when it ends",
                "fault = hang, at = 1s, from = 2s | at: at does not go with from and until",
                "fault = busy, from = 2s, until = 2s | until: it ends before it begins",
                "fault = hang, at = 1s, for = 0s | for: 0s is out of range",
                "fault = hang, at = 20 | at: the number 20 has no unit",
                "fault = hang, at = 13h | at: 13h is out of range",
                "fault = busy, every = 0 | every: 0 is out of range",
                "fault = busy, probability = 0 | probability: 0 is out of range",
                "fault = busy, probability = 1.5 | probability: 1.5 is out of range",
                "fault = busy, every = 2, count = 0 | count: 0 is out of range",
                "fault = busy, lba = 4k | lba: \"4k\" is no range of sectors",
                "fault = busy, lba = \"9-8\" | lba: \"9-8\" ends before it begins",
                "fault = busy, lba = \"9-2048\" | lba: 9-2048 is beyond the device; its sectors are 0 to 2047",
                "fault = busy, lba = 1, op = flush | op: a flush touches no sectors",
                "fault = medium-error, op = discard | op: a discard finds no medium-error; write read or write",
                "fault = busy, op = scribble | op: expected one of read, write",
                "fault = firmware-reset, at = 1s | fault: firmware-reset is no fault of a device; write hba = 0, or one of",
                "fault = busy, every = 2, hba = 0 | hba: a fault is one of devices or one of an HBA",
            })
    void shouldRefuseWhatIsWrong(String keys, String message) {
        assertWrong("{ device = sda, " + keys + " }", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fault = busy, every = 2 | device: nothing says whose fault it is; write device = sda, or hba = 0",
                "device = sdg, fault = busy, every = 2 | device: there is no device sdg; there is sda to sdf",
                "device = \"sd[\", fault = busy, every = 2 | device: \"sd[\" is no pattern",
                "devise = sda, fault = busy, every = 2 | devise: nothing reads this key; did you mean device?",
                "hba = 1, fault = link-down, at = 1s | hba: 1 is out of range",
                "hba = 0, fault = hang, at = 1s | fault: hang is no fault of an HBA; write device = sda, or one of link-down",
                "hba = 0, fault = link-down, lba = 5 | lba: an HBA has no sectors",
            })
    void shouldRefuseAWrongPlace(String keys, String message) {
        assertWrong("{ " + keys + " }", message);
    }

    private static void assertWrong(String fault, String message) {
        assertThatThrownBy(() -> read(fault))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("my.conf:2: ")
                .hasMessageContaining("faults[0]." + message);
    }

    @Test
    void shouldTellOfAllThatIsWrong() {
        assertThatThrownBy(() -> read("{ device = sda, fault = busy }\n{ device = sdz, fault = busy, every = 1 }"))
                .satisfies(e -> assertThat(((SettingsException) e).problems())
                        .extracting(problem -> problem.origin())
                        .isEqualTo(List.of("my.conf:2", "my.conf:3")));
    }

    @Test
    void shouldRefuseFaultsWithoutHardware() {
        assertThatThrownBy(() -> read("{ device = sda, fault = busy, every = 1 }", DriverKind.SCSI_DEBUG))
                .hasMessageContaining("faults: this driver has no hardware that could fail");
        assertThat(read("", DriverKind.SCSI_DEBUG).devices()).isEmpty();
    }

    @Test
    void shouldHaveAQueueLimitForDevicesOfOneDriveOnly() {
        assertThat(hardware(Settings.of(config("drive.queue-limit = 32")), DriverKind.HPSA)
                        .queueLimit())
                .isEqualTo(32);
        assertThatThrownBy(() -> hardware(
                        Settings.of(config("drive.queue-limit = 32, volume { drives = 2, chunk = 4K }")),
                        DriverKind.HPSA))
                .hasMessageContaining("drive.queue-limit: drives of a volume have none");
    }
}
