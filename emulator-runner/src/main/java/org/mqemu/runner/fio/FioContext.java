package org.mqemu.runner.fio;

import java.util.Map;

/**
 * What a job file may refer to outside itself. Nothing is read from the host, so that a file means the same everywhere.
 *
 * @param environment values for {@code ${NAME}}; a name that is missing reads as empty, with a warning
 * @param cpuCount number of emulated CPUs, at least 1; the value of {@code $ncpus}, and the bound of
 *     {@code cpus_allowed}
 * @param pageSizeBytes value of {@code $pagesize}, at least 1
 * @param memoryMb value of {@code $mb_memory}, in MiB, at least 1
 */
public record FioContext(Map<String, String> environment, int cpuCount, int pageSizeBytes, long memoryMb) {

    /** Page size of {@link #of}, in bytes. */
    public static final int DEFAULT_PAGE_SIZE_BYTES = 4096;

    /** Memory of {@link #of}, in MiB. */
    public static final long DEFAULT_MEMORY_MB = 16384;

    /** Copies the environment; throws {@link IllegalArgumentException} for a number below 1. */
    public FioContext {
        environment = Map.copyOf(environment);
        if (cpuCount < 1 || pageSizeBytes < 1 || memoryMb < 1) {
            throw new IllegalArgumentException("CPU count, page size and memory must be at least 1");
        }
    }

    /**
     * A context with 4 KiB pages, 16 GiB of memory and no environment.
     *
     * @param cpuCount number of emulated CPUs, at least 1
     * @return the context
     */
    public static FioContext of(int cpuCount) {
        return new FioContext(Map.of(), cpuCount, DEFAULT_PAGE_SIZE_BYTES, DEFAULT_MEMORY_MB);
    }
}
