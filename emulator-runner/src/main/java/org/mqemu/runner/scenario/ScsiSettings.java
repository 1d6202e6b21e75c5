package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;

/**
 * What differs between the versions of scsi-mq since 4.12.
 *
 * @param countsHostBusy whether the host's commands are counted on a line of their own
 * @param budgetMap whether a device's places are a bitmap
 */
public record ScsiSettings(boolean countsHostBusy, boolean budgetMap) {
    static ScsiSettings read(Settings scsi) {
        return new ScsiSettings(scsi.flag("counts-host-busy"), scsi.flag("budget-map"));
    }
}
