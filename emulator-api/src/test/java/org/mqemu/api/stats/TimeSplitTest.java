package org.mqemu.api.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeSplitTest {
    private final FunctionTable table = new FunctionTable();
    private final int lock = table.register("_raw_spin_lock");
    private final int queue = table.register("scsi_queue_rq");

    @Test
    void namesGetSmallIds() {
        assertThat(table.register("_raw_spin_lock")).isEqualTo(lock).isZero();
        assertThat(queue).isEqualTo(1);
        assertThat(table.name(queue)).isEqualTo("scsi_queue_rq");
        assertThat(table.size()).isEqualTo(2);
    }

    @Test
    void modesAndFunctionsAddUp() {
        TimeSplit split = new TimeSplit(1);
        split.call(CpuMode.SYS, lock, 100);
        split.call(CpuMode.SOFT, lock, 30);
        split.add(CpuMode.SYS, queue, 50);
        split.call(CpuMode.SYS, queue, 50);
        split.add(CpuMode.IDLE, 770);
        assertThat(split.ns(CpuMode.SYS)).isEqualTo(200);
        assertThat(split.ns(CpuMode.SYS, lock)).isEqualTo(100);
        assertThat(split.ns(CpuMode.SOFT, lock)).isEqualTo(30);
        assertThat(split.calls(CpuMode.SYS, queue)).isEqualTo(1);
        assertThat(split.ns(CpuMode.SYS, queue)).isEqualTo(100);
        assertThat(split.busyNs()).isEqualTo(230);
        assertThat(split.totalNs()).isEqualTo(1000);
        assertThat(split.ns(CpuMode.USR, 500)).isZero();
        assertThat(split.calls(CpuMode.USR, 500)).isZero();
    }

    @Test
    void mergingAddsAndGrows() {
        TimeSplit small = new TimeSplit(0);
        TimeSplit large = new TimeSplit(2);
        large.call(CpuMode.HARD, 70, 5);
        small.add(CpuMode.IOWAIT, 3);
        small.merge(large);
        small.merge(new TimeSplit(1));
        assertThat(small.ns(CpuMode.HARD, 70)).isEqualTo(5);
        assertThat(small.totalNs()).isEqualTo(8);
        assertThat(large.totalNs()).isEqualTo(5);
    }
}
