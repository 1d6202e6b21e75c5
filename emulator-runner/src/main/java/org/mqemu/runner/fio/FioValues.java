package org.mqemu.runner.fio;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mqemu.blkmq.fio.ContinueOnError;

/** Reads the values of honoured options for a draft, with the bounds of this emulator. */
final class FioValues {

    /** Logical block of every emulated device, in bytes. */
    static final long SECTOR_BYTES = 512;

    static final int MAX_DEPTH = 65536;
    static final int MAX_JOBS = 4096;

    private static final long MAX_BLOCK_BYTES = 1L << 30;
    private static final int DIRECTIONS = 3;
    private static final int MAX_PERCENTILES = 20;
    private static final int PERCENT = 100;
    private static final Pattern DIGITS = Pattern.compile("0*([0-9]{1,9})");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,12})?");
    private static final Pattern SHARE = Pattern.compile("0*([0-9]{1,3})%");

    private FioValues() {}

    static int count(FioJobDraft draft, String text, int min, int max) {
        return (int) FioNumbers.whole(text, draft.kbBase, min, max, "a whole number", draft::warn);
    }

    static int percent(FioJobDraft draft, String text) {
        return count(draft, text, 0, PERCENT);
    }

    /** 0 or 1. */
    static boolean bool(String text) {
        return switch (text) {
            case "0" -> false;
            case "1" -> true;
            default -> throw FioBadValue.expected("0 or 1");
        };
    }

    /** A flag: bare, or a number, of which only 0 is off. */
    static boolean flag(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw FioBadValue.expected("nothing, 1 or 0");
        }
        return !text.replace("0", "").isEmpty();
    }

    /** Bytes or percent. Zero is taken as unset where fio does so, and is an error elsewhere. */
    static FioSize size(FioJobDraft draft, String text, boolean zeroIsUnset, String what) {
        var share = SHARE.matcher(text);
        String wanted = what + " such as 64m or 50%";
        if (share.matches()) {
            int percent = Integer.parseInt(share.group(1));
            if (percent > PERCENT || (percent == 0 && !zeroIsUnset)) {
                throw FioBadValue.expected("a share from 1% to 100%");
            }
            return percent == 0 ? FioSize.UNSET : new FioSize(FioSize.Unit.PERCENT, percent);
        }
        if (text.endsWith("z")) {
            throw FioBadValue.saying("zones as a unit are not emulated yet", "write a number of bytes");
        }
        long bytes = FioNumbers.whole(text, draft.kbBase, zeroIsUnset ? 0 : 1, Long.MAX_VALUE, wanted, draft::warn);
        return bytes == 0 ? FioSize.UNSET : new FioSize(FioSize.Unit.BYTES, bytes);
    }

    static FioSize offset(FioJobDraft draft, String text) {
        FioSize offset = size(draft, text, true, "an offset in bytes or percent");
        if (offset.unit() == FioSize.Unit.BYTES && offset.value() % SECTOR_BYTES != 0) {
            throw FioBadValue.expected("a multiple of 512 bytes", FioNumbers.unitHint(text, draft.kbBase));
        }
        return offset;
    }

    /** One to three block sizes, for reads, writes and trims; those left out follow the one before, as in fio. */
    static void blockSizes(FioJobDraft draft, String text) {
        String separator = text.startsWith("(") || text.contains(",") ? "," : text.contains(":") ? ":" : "-";
        String[] parts = text.split(separator, -1);
        if (parts.length > DIRECTIONS || text.replace(separator, "").isBlank()) {
            throw FioBadValue.expected("one to three sizes for reads, writes and trims, such as 4k or 4k,8k");
        }
        if (parts.length > 1 && !",".equals(separator)) {
            draft.warn("fio 3.33 reads bs=" + text + " as bs=" + text.replace(separator, ",")
                    + ", one size per direction, and so do we");
        }
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].isBlank()) {
                continue;
            }
            long bytes = blockBytes(draft, parts[i].strip());
            int last = i == parts.length - 1 ? DIRECTIONS - 1 : i;
            for (int direction = i; direction <= last; direction++) {
                draft.blockBytes[direction] = bytes;
            }
        }
    }

    private static long blockBytes(FioJobDraft draft, String text) {
        String wanted = "a multiple of 512 bytes";
        long bytes = FioNumbers.whole(text, draft.kbBase, SECTOR_BYTES, MAX_BLOCK_BYTES, wanted, draft::warn);
        if (bytes % SECTOR_BYTES != 0) {
            throw FioBadValue.expected(wanted + ", not " + bytes, FioNumbers.unitHint(text, draft.kbBase));
        }
        return bytes;
    }

    static ReadWrite readWrite(String text) {
        Optional<ReadWrite> exact = ReadWrite.byName(text);
        if (exact.isPresent()) {
            return exact.get();
        }
        int modifier = text.indexOf(':');
        if (modifier >= 0 && ReadWrite.byName(text.substring(0, modifier)).isPresent()) {
            String base = text.substring(0, modifier);
            throw FioBadValue.saying(
                    "rw=" + base + " with a modifier after ':' is not emulated yet", "write rw=" + base);
        }
        List<String> names =
                Arrays.stream(ReadWrite.values()).map(ReadWrite::fioName).toList();
        throw FioBadValue.expected("one of " + String.join(", ", names), FioSpelling.hint(text, names));
    }

    static List<BigDecimal> percentiles(String text) {
        String[] parts = text.split(":", -1);
        String wanted = "1 to 20 percentages above 0 and up to 100, separated by ':'";
        if (parts.length > MAX_PERCENTILES) {
            throw FioBadValue.expected(wanted);
        }
        List<BigDecimal> percentiles = new ArrayList<>();
        for (String part : parts) {
            if (!DECIMAL.matcher(part.strip()).matches()) {
                throw FioBadValue.expected(wanted);
            }
            BigDecimal percentile = new BigDecimal(part.strip());
            if (percentile.signum() == 0 || percentile.compareTo(BigDecimal.valueOf(PERCENT)) > 0) {
                throw FioBadValue.expected(wanted);
            }
            percentiles.add(percentile);
        }
        return percentiles;
    }

    /** Names separated by ':'; a ':' within a name is written as "\:". */
    static List<String> filenames(String text) {
        List<String> names = new ArrayList<>();
        for (String part : text.split("(?<!\\\\):", -1)) {
            if (!part.isBlank()) {
                names.add(part.strip().replace("\\:", ":"));
            }
        }
        if (names.isEmpty()) {
            throw FioBadValue.expected("one or more devices, separated by ':'");
        }
        return names;
    }

    static long startDelayNs(FioJobDraft draft, String text) {
        if (text.matches("[0-9][^(]*[-:,].*")) {
            throw FioBadValue.saying("a range for startdelay is not emulated yet", "write one time");
        }
        return FioNumbers.timeNs(text, draft::warn);
    }

    /** One of a few words; answers its place among them. */
    static int oneOf(String text, String... words) {
        int at = List.of(words).indexOf(text);
        if (at < 0) {
            throw FioBadValue.expected("one of " + String.join(", ", words), FioSpelling.hint(text, List.of(words)));
        }
        return at;
    }

    static ContinueOnError continueOnError(String text) {
        int at = oneOf(text, "none", "read", "write", "io", "verify", "all", "0", "1");
        return switch (at) {
            case 6 -> ContinueOnError.NONE;
            case 7 -> ContinueOnError.ALL;
            default -> ContinueOnError.values()[at];
        };
    }

    static String text(String text) {
        if (text.isEmpty()) {
            throw FioBadValue.expected("some text");
        }
        return text;
    }
}
