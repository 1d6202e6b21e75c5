package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.report.InterruptRow;
import org.mqemu.runner.report.RunReport;

/** The shipped scenarios of HBAs run, with the vectors that their hardware has. */
class ShippedHbasTest {
    private static final String[] SHORT = {"fio.ramp_time=500us", "fio.runtime=1ms"};

    @ParameterizedTest
    @CsvSource({ // of mpt3sas all of 240 threads begin at once
        "megaraid-one-queue, 48, 1ms",
        "megaraid-host-tagset, 48, 1ms",
        "mpt3sas-queue-depth, 96, 8ms",
        "ib-srp, 4, 1ms",
        "ahci, 1, 1ms",
        "scsi-express, 12, 1ms"
    })
    void shouldRunEachHba(String name, int vectors, String runtime) {
        RunReport report = Runs.virtual(1, name, "fio.ramp_time=500us", "fio.runtime=" + runtime);
        assertThat(report.emulation().trusted()).isTrue();
        assertThat(report.emulation().conservation().holds()).isTrue();
        assertThat(Runs.kiops(report)).isPositive();
        assertThat(report.emulation().interrupts().vectors()).hasSize(vectors);
    }

    /** Eight threads on CPUs of the second of four queues, which has every fourth CPU. */
    @Test
    void shouldAnswerInTheReplyQueueOfTheHardwareQueue() {
        RunReport report = Runs.virtual(1, "ib-srp", SHORT[0], SHORT[1], "fio.cpus_allowed=1,5,9,13,17,21,25,29");
        assertThat(report.emulation().interrupts().vectors().stream().map(InterruptRow::completions))
                .satisfiesExactly(
                        replies -> assertThat(replies).isZero(),
                        replies -> assertThat(replies).isPositive(),
                        replies -> assertThat(replies).isZero(),
                        replies -> assertThat(replies).isZero());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hba.vectors=3",
                "host.hw-queues=8",
                "driver.cpu_lists=[\"0-11\",\"12-23\",\"24-29\",\"30-39\",\"40-47\"]"
            })
    void shouldRefuseFewerVectorsThanHardwareQueues(String set) {
        assertThatThrownBy(() -> Runs.scenario("ib-srp", set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("hba.vectors")
                .hasMessageContaining("too few");
    }

    @Test
    void shouldRefuseFewerVectorsThanQueuePairs() {
        assertThatThrownBy(() -> Runs.scenario("scsi-express", "hba.vectors=11"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("hba.vectors");
        assertThat(Runs.scenario("scsi-express", "hba.vectors=6", "host.hw-queues=6")
                        .hardware()
                        .vectors()
                        .vectors())
                .isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hpsa-one-volume | driver.opts=4            | driver.opts: it is a parameter of scsi_debug",
                "hpsa-one-volume | driver.ndelay=1000       | driver.ndelay: it is a parameter of scsi_debug",
                "scsi-debug      | driver.lose_every=3      | driver.lose_every: it is a parameter of null_blk",
                "ahci            | host.can-queue=33        | host.can-queue: a SATA port takes 32 commands",
            })
    void shouldRefuseWhatADriverDoesNotHave(String scenario, String set, String message) {
        assertThatThrownBy(() -> Runs.scenario(scenario, set)).hasMessageContaining(message);
    }
}
