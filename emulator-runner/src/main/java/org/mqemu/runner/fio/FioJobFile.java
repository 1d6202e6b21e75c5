package org.mqemu.runner.fio;

import java.nio.file.Path;
import java.util.List;

/**
 * A job file that was read and found usable.
 *
 * @param origin the file as it was named
 * @param sections its sections, global ones included, in the order written
 * @param jobs its jobs, in the order written; at least one
 * @param warnings what was accepted but does not do what it may be expected to do, in the order found
 */
public record FioJobFile(String origin, List<FioSection> sections, List<FioJob> jobs, List<FioWarning> warnings) {

    /** Copies the lists. */
    public FioJobFile {
        sections = List.copyOf(sections);
        jobs = List.copyOf(jobs);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a job file.
     *
     * @param file the file; includes are looked up beside the file that names them
     * @param context what the file may refer to outside itself
     * @param overrides options that win over the file
     * @return the file, with at least one job
     * @throws FioError if the file cannot be read or used
     */
    public static FioJobFile parse(Path file, FioContext context, FioOverrides overrides) {
        FioProblems problems = new FioProblems();
        String origin = file.toString();
        return finish(origin, new FioParser(context, problems).parseFile(file, origin), context, overrides, problems);
    }

    /**
     * Reads the text of a job file.
     *
     * @param text the text; a line ends with LF or CRLF
     * @param origin what to call it in messages; includes are looked up beside a file of this name
     * @param context what the file may refer to outside itself
     * @param overrides options that win over the text
     * @return the file, with at least one job
     * @throws FioError if the text cannot be used
     */
    public static FioJobFile parse(String text, String origin, FioContext context, FioOverrides overrides) {
        FioProblems problems = new FioProblems();
        return finish(origin, new FioParser(context, problems).parse(text, origin), context, overrides, problems);
    }

    private static FioJobFile finish(
            String origin,
            List<FioSection> sections,
            FioContext context,
            FioOverrides overrides,
            FioProblems problems) {
        List<FioJob> jobs = new FioJobBuilder(context, overrides, problems).build(sections);
        problems.throwIfAny();
        if (jobs.isEmpty()) {
            throw new FioError(origin, 0, "no jobs defined: expected a section besides [global]");
        }
        return new FioJobFile(origin, sections, jobs, problems.warnings());
    }
}
