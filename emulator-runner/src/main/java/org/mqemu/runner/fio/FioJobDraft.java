package org.mqemu.runner.fio;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.fio.ContinueOnError;

/** A job while options are applied to it one by one; holds fio's defaults to begin with. */
final class FioJobDraft {

    static final List<BigDecimal> DEFAULT_PERCENTILES = Arrays.stream(
                    "1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99".split(":", -1))
            .map(BigDecimal::new)
            .toList();

    private static final int SPLIT_EVENLY = 50;
    private static final int BLOCK_BYTES = 4096;

    /** Where an option comes from; a later scope replaces a list of the one before, the same scope adds to it. */
    enum Scope {
        GLOBAL,
        OWN,
        OVERRIDE
    }

    final FioContext context;
    String name;
    String description = "";
    List<String> filenames = new ArrayList<>();
    boolean direct;
    ReadWrite rw = ReadWrite.READ;
    final long[] blockBytes = {BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES};
    int readPercent = SPLIT_EVENLY;
    boolean norandommap;
    boolean randrepeat = true;
    OptionalLong randseed = OptionalLong.empty();
    FioSize size = FioSize.UNSET;
    FioSize ioSize = FioSize.UNSET;
    FioSize offset = FioSize.UNSET;
    FioSize offsetIncrement = FioSize.UNSET;
    int numberIos;
    FioEngine engine = FioEngines.DEFAULT;
    int iodepth = 1;
    int batchSubmit = 1;
    int batchCompleteMin = 1;
    int batchCompleteMax;
    int depthLow;
    boolean userspaceReap;
    boolean hipri;
    long runtimeNs;
    boolean timeBased;
    long rampTimeNs;
    long startDelayNs;
    ContinueOnError continueOnError = ContinueOnError.NONE;
    int numjobs = 1;
    boolean thread;
    List<Integer> cpusAllowed = List.of();
    FioPlacement.Policy policy = FioPlacement.Policy.SHARED;
    boolean stonewall;
    boolean newGroup;
    boolean groupReporting;
    int kbBase = 1024;
    int unitBase = 8;
    List<BigDecimal> percentileList = DEFAULT_PERCENTILES;
    boolean gtodReduce;
    boolean disableClat;
    boolean disableSlat;
    boolean disableLat;

    private final FioProblems problems;
    private final Map<String, FioOption> given = new HashMap<>();
    private @Nullable FioOption current;
    private boolean rejected;
    private Scope scope = Scope.GLOBAL;
    private Scope filenameScope = Scope.GLOBAL;

    FioJobDraft(FioSection section, FioContext context, FioProblems problems) {
        this.name = section.name();
        this.context = context;
        this.problems = problems;
    }

    /** Applies one option, or notes why that cannot be done. */
    void apply(FioOption option, Scope from) {
        if (problems.isRejected(option)) {
            rejected = true;
            return;
        }
        FioRow row = FioOptionTable.row(option.name());
        if (row == null) {
            String hint = problems.isFull() ? "" : FioSpelling.hint(option.name(), FioOptionTable.names());
            reject(option, "unknown option \"" + FioText.shown(option.name()) + "\"", hint);
            return;
        }
        if (option.value() == null && !row.bare()) {
            String wanted = "expected " + option.name() + "= and " + row.info().values();
            reject(option, "option " + option.name() + " needs a value: " + wanted, "");
            return;
        }
        current = option;
        scope = from;
        given.put(row.info().name(), option);
        try {
            row.action().apply(this, option.value() == null ? "1" : option.value());
        } catch (FioBadValue e) {
            reject(option, e.sentence(option), e.hint());
        }
    }

    /** Notes a problem with an option, after which the draft is not fit to become a job. */
    void reject(FioOption option, String text, String hint) {
        problems.add(option, text, hint);
        rejected = true;
    }

    boolean isRejected() {
        return rejected;
    }

    /** A warning about the option being applied. */
    void warn(String text) {
        if (current != null) {
            problems.warn(current.file(), current.line(), text);
        }
    }

    /** The last option given of that name, aliases resolved; null if none was. */
    @Nullable FioOption given(String optionName) {
        return given.get(optionName);
    }

    /** fio adds up the files of one section, while those of a job replace those inherited. */
    void addFilenames(List<String> more) {
        if (scope != filenameScope) {
            filenames = new ArrayList<>();
            filenameScope = scope;
        }
        filenames.addAll(more);
    }

    /** The name given in a global section does not reach its jobs. */
    void rename(String newName) {
        if (scope != Scope.GLOBAL) {
            name = newName;
        }
    }
}
