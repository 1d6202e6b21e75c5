package org.mqemu.runner.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.Settings;
import org.mqemu.devices.fault.FaultRule;

/**
 * The fault script: how drives and HBAs misbehave.
 *
 * @param devices the faults of each device that has any, by its name; a rule for several devices is one for each
 * @param hba the faults of the HBA
 */
public record FaultSettings(Map<String, List<FaultRule>> devices, List<FaultRule> hba) {
    /** Copies the lists. */
    public FaultSettings {
        devices = Map.copyOf(devices);
        hba = List.copyOf(hba);
    }

    static FaultSettings read(Settings root, DriverKind driver, HardwareSettings hardware) {
        List<Settings> entries = root.list("faults");
        if (!entries.isEmpty() && driver.hba().isEmpty()) {
            throw root.problem("faults", "this driver has no hardware that could fail", "use a host.driver of an HBA");
        }
        Collection<String> names = DeviceNames.of(hardware.devices(), driver).keySet();
        Map<String, List<FaultRule>> devices = new LinkedHashMap<>();
        List<FaultRule> hba = new ArrayList<>();
        Problems problems = new Problems();
        for (Settings entry : entries) {
            problems.check(() -> {
                boolean ofHba = entry.has("hba") && entry.intAt("hba", 0, 0) == 0;
                String pattern = entry.has("device") ? entry.text("device") : "";
                FaultEntry fault = new FaultEntry(entry);
                checkOnePlace(entry, ofHba);
                if (ofHba) {
                    hba.add(fault.ofHba(hardware.hba().resetNs()));
                } else {
                    List<String> chosen = DeviceNames.chosen(
                            pattern, names, (message, hint) -> entry.problem("device", message, hint));
                    FaultRule rule = fault.ofDevice(hardware.stripes().capacitySectors());
                    chosen.forEach(name -> devices.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(rule));
                }
            });
        }
        problems.throwIfAny();
        return new FaultSettings(devices, hba);
    }

    private static void checkOnePlace(Settings entry, boolean ofHba) {
        if (ofHba && entry.has("device")) {
            throw entry.problem("hba", "a fault is one of devices or one of an HBA", "leave device or hba out");
        } else if (!ofHba && !entry.has("device")) {
            throw entry.problem("device", "nothing says whose fault it is", "write device = sda, or hba = 0");
        }
    }

    /**
     * Returns a device's faults.
     *
     * @param device its name
     */
    public List<FaultRule> of(String device) {
        return devices.getOrDefault(device, List.of());
    }
}
