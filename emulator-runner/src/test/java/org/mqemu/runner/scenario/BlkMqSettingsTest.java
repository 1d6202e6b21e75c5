package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.mq.PlugRules;

class BlkMqSettingsTest {
    private static final String MODERN = "generation = modern, rerun = if-waiting";

    @Test
    void shouldHaveTheEarlyGenerationAsDefault() {
        assertThat(read("")).isEqualTo(BlkMqRules.early(true));
        assertThat(read("plugs-sync-io = false")).isEqualTo(BlkMqRules.early(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plug-max = 32, plug-max-several-queues = 32",
                "plug-max-several-queues = 64",
                "plug-flush-bytes = 131072",
                "plug-multi-queue = every-request",
                "plug-merge = last-request",
                "plug-order = by-sector",
                "direct-issue = unless-busy",
                "dequeue = one-with-budget",
                "rerun = every-queue",
                "single-queue-completion = softirq",
                "remote-completion = softirq",
            })
    void shouldRefuseInTheEarlyGenerationWhatCameLater(String set) {
        String key = set.substring(0, set.indexOf(' '));
        assertThatThrownBy(() -> read(set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("blk-mq." + key + ": the early generation has no other value than ");

        assertThat(read(MODERN + ", " + set).generation()).isEqualTo(MqGeneration.MODERN);
    }

    @Test
    void shouldRefuseInTheModernGenerationWhatWasEarlier() {
        assertThatThrownBy(() -> read("generation = modern"))
                .hasMessageContaining("blk-mq.rerun: the modern generation stops no queues");
        assertThatThrownBy(() -> read(MODERN + ", plugs-sync-io = false"))
                .hasMessageContaining("plugs-sync-io: the modern generation has no other value than true");
    }

    @Test
    void shouldRefuseAPlugThatHoldsLessForSeveralDevicesThanForOne() {
        assertThatThrownBy(() -> read(MODERN + ", plug-max = 32"))
                .hasMessageContaining("plug-max-several-queues: 16 is out of range; write a number from 32 to 1024");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PlugRules(
                        true,
                        PlugRules.MultiQueue.ONE_REQUEST,
                        32,
                        16,
                        0,
                        PlugRules.Merge.ANY_REQUEST,
                        PlugRules.Order.ARRIVAL,
                        0,
                        false));
    }

    private static BlkMqRules read(String rules) {
        String defaults = ConfigFactory.parseResources("org/mqemu/blkmq/reference.conf")
                .getConfig("mqemu.kernel")
                .root()
                .render();
        Settings kernel = Settings.of(ConfigFactory.parseString("blk-mq { " + rules + " }")
                .withFallback(ConfigFactory.parseString(defaults)));
        return BlkMqSettings.read(kernel.section("blk-mq"), 0);
    }
}
