package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;

/**
 * What differs between the versions of the SCSI mid-layer and its drivers.
 *
 * @param countsHostBusy whether the host's commands are counted on a line of their own
 * @param budgetMap whether a device's places are a bitmap
 * @param hpsaAborts whether hpsa has an abort handler
 */
public record ScsiSettings(boolean countsHostBusy, boolean budgetMap, boolean hpsaAborts) {
    static ScsiSettings read(Settings scsi) {
        return new ScsiSettings(scsi.flag("counts-host-busy"), scsi.flag("budget-map"), scsi.flag("hpsa-aborts"));
    }
}
