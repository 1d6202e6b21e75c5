package org.mqemu.scsi.lld;

import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.sync.Lock;

/**
 * A section that every command of every CPU passes one at a time, once on its way to the HBA and once when it is done:
 * mapping its buffer for DMA and unmapping it, where one lock guards the I/O address space (iommu_dma_map_sg and
 * iommu_dma_unmap_sg; the lock of the IOVA tree or of the IOMMU's command queue).
 *
 * @param lock the lock
 * @param map what is done under it on the way to the HBA
 * @param unmap what is done under it when the command is done
 */
public record GlobalSection(Lock lock, Price map, Price unmap) {}
