package org.mqemu.runner.fio;

import java.util.ArrayList;
import java.util.List;

/** Prints what was understood as {@code fio --showcmd} does: only options given, under fio's own names for them. */
public final class FioShowCmd {

    private FioShowCmd() {}

    /**
     * One job's own options.
     *
     * @param job the job
     * @return as in {@code --name=a --rw=read --bs=8k}, in the order in which fio applies them
     */
    public static String showCmd(FioJob job) {
        List<String> words = new ArrayList<>();
        words.add("--name=" + job.section());
        add(words, job.ownOptions());
        return String.join(" ", words);
    }

    /**
     * A whole file. As in fio, a later global section repeats the ones before it.
     *
     * @param file the file
     * @return the command line, {@code fio} first
     */
    public static String showCmd(FioJobFile file) {
        List<String> words = new ArrayList<>(List.of("fio"));
        List<String> defaults = new ArrayList<>();
        for (FioSection section : file.sections()) {
            if (section.isGlobal()) {
                add(defaults, section.options());
                words.addAll(defaults);
            } else {
                words.add("--name=" + section.name());
                add(words, section.options());
            }
        }
        return String.join(" ", words);
    }

    private static void add(List<String> words, List<FioOption> options) {
        for (FioOption option : FioOptionTable.inOrderOfPriority(options)) {
            String name = "--" + FioOptionTable.canonical(option.name());
            String quote = "--description".equals(name) ? "\"" : "";
            words.add(option.value() == null ? name : name + "=" + quote + option.value() + quote);
        }
    }
}
