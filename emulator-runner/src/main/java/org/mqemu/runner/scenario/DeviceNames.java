package org.mqemu.runner.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names that the kernel gives to disks: sda to sdz, then sdaa (sd_format_disk_name), or nullb0 and so on. */
final class DeviceNames {
    private DeviceNames() {}

    static Map<String, Integer> of(int devices, DriverKind driver) {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (int i = 0; i < devices; i++) {
            names.put(driver == DriverKind.NULL_BLK ? "nullb" + i : "sd" + suffix(i), i);
        }
        return names;
    }

    private static String suffix(int index) {
        String last = String.valueOf((char) ('a' + index % 26));
        return index < 26 ? last : suffix(index / 26 - 1) + last;
    }
}
