package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobErrorTest {
    @Test
    void shouldNameTheFirstErrorOfAGroupAndKeepAllMessages() {
        JobError one = new JobError(5, "a", true, List.of("one"), null);
        JobError two = new JobError(61, "b", true, List.of("two"), null);
        assertThat(JobError.NONE.plus(one).plus(two))
                .isEqualTo(new JobError(5, "a", true, List.of("one", "two"), null));
    }

    @Test
    void shouldAddUpWhatAGroupIgnored() {
        JobError none = new JobError(0, "", false, List.of(), new JobError.Ignored(0, 0, "Success"));
        JobError some = new JobError(61, "b", false, List.of(), new JobError.Ignored(3, 61, "No data available"));
        JobError sum = none.plus(some).plus(some);
        assertThat(sum.ignored()).isEqualTo(new JobError.Ignored(6, 61, "No data available"));
        assertThat(sum.fatal()).isFalse();
        assertThat(sum.code()).isEqualTo(61);
    }
}
