package org.mqemu.runner.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names that the kernel gives to SCSI disks: sda to sdz, then sdaa (sd_format_disk_name). */
final class DeviceNames {
    private DeviceNames() {}

    static Map<String, Integer> of(int devices) {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (int i = 0; i < devices; i++) {
            names.put("sd" + suffix(i), i);
        }
        return names;
    }

    private static String suffix(int index) {
        String last = String.valueOf((char) ('a' + index % 26));
        return index < 26 ? last : suffix(index / 26 - 1) + last;
    }
}
