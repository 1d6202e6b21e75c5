package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.mq.MqGeneration;

class ShippedKernelsTest {
    private static final double NS_PER_INSTRUCTION = 0.2;

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "linux-3.15, LEGACY, EARLY",
        "scsi-mq-wip.5, LEGACY, EARLY",
        "scsi-mq-wip.5, SCSI_MQ, EARLY",
        "scsi-mq-wip.6, LEGACY, EARLY",
        "scsi-mq-wip.6, SCSI_MQ, EARLY",
        "linux-4.5, LEGACY, EARLY",
        "linux-4.5, SCSI_MQ, EARLY",
        "linux-4.9, LEGACY, EARLY",
        "linux-4.9, SCSI_MQ, EARLY",
        "linux-4.16, SCSI_MQ, MODERN",
        "linux-5.11, SCSI_MQ, MODERN",
        "linux-6.1, SCSI_MQ, MODERN",
        "linux-4.16, BLK_MQ, MODERN",
        "linux-5.11, BLK_MQ, MODERN",
        "linux-6.1, BLK_MQ, MODERN",
    })
    void shouldPriceWhatItsStacksCharge(String name, Stack stack, MqGeneration generation) {
        for (DriverKind driver : stack == Stack.BLK_MQ
                ? EnumSet.of(DriverKind.NULL_BLK)
                : EnumSet.of(DriverKind.HPSA, DriverKind.SCSI_DEBUG)) {
            KernelSettings kernel =
                    KernelSettings.read(ShippedKernels.kernel(name), stack, driver, false, NS_PER_INSTRUCTION);

            assertThat(kernel.name()).isEqualTo(name);
            assertThat(kernel.blkMq().generation()).isEqualTo(generation);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux-4.16", "linux-5.11", "linux-6.1"})
    void shouldHaveNoLegacyStackWhereNothingPricesIt(String name) {
        Settings kernel = ShippedKernels.kernel(name);

        assertThatThrownBy(() -> KernelSettings.read(kernel, Stack.LEGACY, DriverKind.HPSA, false, NS_PER_INSTRUCTION))
                .hasMessageContaining("no price for __blk_run_queue, __elv_add_request, blk_finish_request,")
                .hasMessageContaining("the kernel may not have this stack");
    }

    /** Later wins: a scenario's kernel is replaced by one that is included after it. */
    @ParameterizedTest
    @CsvSource({
        "scsi-mq-wip.5, linux-6.1",
        "linux-6.1, scsi-mq-wip.5",
        "linux-6.1, scsi-mq-wip.6",
        "linux-6.1, linux-4.5",
        "linux-4.5, linux-4.16",
        "linux-6.1, linux-5.11",
        "linux-5.11, linux-4.9",
        "linux-4.16, linux-6.1",
    })
    void shouldLeaveNothingOfAKernelThatWasIncludedBefore(String before, String after) throws IOException {
        Path both = Files.writeString(
                directory.resolve("s.conf"),
                "include \"kernels/" + before + ".conf\"\ninclude \"kernels/" + after + ".conf\"\n");

        assertThat(read(ShippedKernels.kernel(both)))
                .usingRecursiveComparison()
                .isEqualTo(read(ShippedKernels.kernel(after)));
    }

    private static KernelSettings read(Settings kernel) {
        return KernelSettings.read(kernel, Stack.SCSI_MQ, DriverKind.HPSA, false, NS_PER_INSTRUCTION);
    }
}
