package org.mqemu.runner.fio;

/**
 * Which part of the device a job works on, and how much of it.
 *
 * @param size length of the region; unset for all that follows the offset. As in fio, bytes are divided evenly between
 *     the job's filenames, while a share is taken of each device
 * @param ioSize amount of data to transfer; unset for as much as {@code size}
 * @param offset start of the region; unset for 0
 * @param offsetIncrement how much further the region of each further copy of the job starts; unset for 0
 * @param numberIos I/Os after which the job ends even if there is data left to transfer; 0 for no such limit
 */
public record FioExtent(FioSize size, FioSize ioSize, FioSize offset, FioSize offsetIncrement, long numberIos) {}
