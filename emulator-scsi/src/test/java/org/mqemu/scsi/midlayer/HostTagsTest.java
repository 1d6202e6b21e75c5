package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTagsTest {

    @ParameterizedTest
    @CsvSource({"1, 5101, 1", "2, 5101, 2", "2, 256, 1", "2, 257, 2", "4, 512, 2", "4, 513, 3", "8, 1, 1"})
    void shouldMakeAHardwareQueueANodeButNoneForLessThan256Commands(int nodes, int canQueue, int queues) {
        assertThat(HostTags.hardwareQueues(nodes, canQueue)).isEqualTo(queues);
    }

    @Test
    void shouldDivideOnlySplitTags() {
        assertThat(HostTags.SPLIT.depth(1011, 2)).isEqualTo(505);
        assertThat(HostTags.SHARED.depth(1011, 2)).isEqualTo(1011);
        assertThat(HostTags.PER_QUEUE.depth(1011, 2)).isEqualTo(1011);
        assertThat(HostTags.SPLIT.depth(3, 8)).isEqualTo(1);
    }
}
