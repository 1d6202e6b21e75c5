package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.StatsOptions;

class JsonWriterTest {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final RunReport RUN = Reports.run(Reports.jobs(StatsOptions.defaults()));

    private static JsonNode parse(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    @Test
    void percentilesFollowFromTheBinsExactly() throws IOException {
        RunReport all = Reports.run(Reports.jobs(Reports.allPercentiles()));
        assertThat(checkPercentiles(parse(JsonWriter.writePlus(all)))).isEqualTo(9);
        assertThat(checkPercentiles(parse(NormalWriterTest.resource("fio-3.33.jsonplus.json"))))
                .isEqualTo(3);
    }

    private static int checkPercentiles(JsonNode document) {
        int checked = 0;
        for (JsonNode latency : document.findParents("bins")) {
            FioHistogram histogram = new FioHistogram();
            TreeMap<Long, Long> bins = new TreeMap<>();
            latency.get("bins")
                    .properties()
                    .forEach(e ->
                            bins.put(Long.parseLong(e.getKey()), e.getValue().asLong()));
            bins.forEach((value, count) -> {
                for (long i = 0; i < count; i++) {
                    histogram.record(value);
                }
            });
            assertThat(histogram.count()).isEqualTo(latency.get("N").asLong());
            for (Map.Entry<String, JsonNode> entry : latency.get("percentile").properties()) {
                assertThat(histogram.percentile(entry.getKey()))
                        .isEqualTo(entry.getValue().asLong());
                assertThat(byDefinition(bins, entry.getKey()))
                        .isEqualTo(entry.getValue().asLong());
            }
            checked++;
        }
        return checked;
    }

    private static long byDefinition(TreeMap<Long, Long> bins, String percentile) {
        long n = bins.values().stream().mapToLong(Long::longValue).sum();
        BigDecimal threshold = new BigDecimal(Double.parseDouble(percentile)).multiply(BigDecimal.valueOf(n));
        long cumulative = 0;
        for (Map.Entry<Long, Long> bin : bins.entrySet()) {
            cumulative += bin.getValue();
            if (BigDecimal.valueOf(cumulative * 100).compareTo(threshold) >= 0) {
                return bin.getKey();
            }
        }
        throw new AssertionError("no bucket for " + percentile);
    }

    /** The members of an object in order, with the type of each, recursively. */
    private static List<String> members(String prefix, JsonNode node) {
        List<String> paths = new ArrayList<>();
        node.properties().forEach(e -> {
            String path = prefix + "/" + e.getKey();
            boolean open = e.getKey().equals("bins") || e.getKey().endsWith(" options");
            if (e.getValue().isObject() && !open) {
                paths.addAll(members(path, e.getValue()));
            } else {
                paths.add(path + " "
                        + (e.getValue().isFloatingPointNumber()
                                ? "FLOAT"
                                : e.getValue().getNodeType()));
            }
        });
        return paths;
    }

    @Test
    void membersTheirOrderAndTypesAreFios() throws IOException {
        JsonNode fio = parse(NormalWriterTest.resource("fio-3.33.jsonplus.json"));
        JsonNode ours = parse(JsonWriter.writePlus(RUN));
        for (int job = 0; job < 2; job++) {
            assertThat(members("", ours.get("jobs").get(job)))
                    .isEqualTo(members("", fio.get("jobs").get(job)));
        }
        assertThat(members("", ours.get("disk_util").get(0)))
                .isEqualTo(members("", fio.get("disk_util").get(0)));
        List<String> top = new ArrayList<>();
        fio.fieldNames().forEachRemaining(top::add);
        top.add("mqemu");
        assertThat(ours.fieldNames()).toIterable().containsExactlyElementsOf(top);
        assertThat(ours.get("fio version").asText()).isEqualTo("mqemu-0.1.0");
        assertThat(ours.get("timestamp_ms").asLong()).isEqualTo(2_009);
        assertThat(ours.get("time").asText()).isEqualTo("emulated 2.009 s");
        assertThat(ours.get("jobs").get(0).get("elapsed").asInt()).isEqualTo(3);
    }

    @Test
    void layoutIsFios() {
        String text = JsonWriter.write(RUN);
        assertThat(text).startsWith("{\n  \"fio version\" : \"mqemu-0.1.0\",\n  \"timestamp\" : 2,\n");
        assertThat(text).contains("\n  \"jobs\" : [\n    {\n      \"jobname\" : \"mixed\",\n      \"groupid\" : 0,\n");
        assertThat(text)
                .contains("        \"bw_agg\" : ")
                .contains("\"usr_cpu\" : 1.850000,")
                .endsWith("\n}\n");
        assertThat(text).doesNotContain("\"bins\"");
    }

    @Test
    void nothingDependsOnTheLocale() {
        String text = JsonWriter.write(RUN);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(JsonWriter.write(RUN)).isEqualTo(text);
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(JsonWriter.write(RUN)).isEqualTo(text);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theTextAndTheJsonShowTheSameNumbers() throws IOException {
        String text = NormalWriter.write(RUN);
        JsonNode read = parse(JsonWriter.write(RUN)).get("jobs").get(0).get("read");
        assertThat(after(text, "  read: IOPS="))
                .isEqualTo(FioNumber.count((long) read.get("iops").asDouble()));
        assertThat(after(text, "BW="))
                .isEqualTo(FioNumber.binaryBytes(read.get("bw_bytes").asLong()) + "/s");
        assertThat(after(text, "clat (usec): min="))
                .isEqualTo(read.at("/clat_ns/min").asLong() / 1000 + "");
        assertThat(after(text, "iops        : min= "))
                .isEqualTo(read.get("iops_min").asText());
        assertThat(after(text, "samples=")).isEqualTo(read.get("bw_samples").asText());
        double mean = read.at("/clat_ns/mean").asDouble();
        assertThat(text).contains(", avg=" + Fmt.fixed(mean / 1000, 2) + ", stdev=");
        Matcher cell = Pattern.compile("([0-9.]+)th=\\[ *([0-9]+)\\]")
                .matcher(text.substring(text.indexOf("clat percentiles")));
        for (Map.Entry<String, JsonNode> entry : read.at("/clat_ns/percentile").properties()) {
            assertThat(cell.find()).isTrue();
            assertThat(cell.group(1) + "0000").isEqualTo(entry.getKey());
            assertThat(cell.group(2)).isEqualTo((entry.getValue().asLong() + 999) / 1000 + "");
        }
    }

    private static String after(String text, String prefix) {
        int from = text.indexOf(prefix) + prefix.length();
        Matcher word = Pattern.compile("[^ ,)\n]+").matcher(text.substring(from));
        assertThat(word.find()).isTrue();
        return word.group();
    }

    @Test
    void theEmulationsPartIsComplete() throws IOException {
        JsonNode mqemu = parse(JsonWriter.write(RUN)).get("mqemu");
        assertThat(mqemu.fieldNames())
                .toIterable()
                .containsExactly(
                        "machine",
                        "clock",
                        "seed",
                        "emulated_ns",
                        "partial",
                        "trusted",
                        "steady_state",
                        "bios_per_request",
                        "conservation",
                        "latency_stages",
                        "cpu",
                        "functions",
                        "locks",
                        "cache_lines",
                        "tags",
                        "budgets",
                        "queue_depths",
                        "interrupts",
                        "cpu_interrupts",
                        "faults",
                        "error_handling",
                        "dmesg",
                        "notes");
        assertThat(mqemu.at("/conservation/holds").asBoolean()).isTrue();
        assertThat(mqemu.at("/conservation/rooms/0/in_flight").asInt()).isEqualTo(5);
        assertThat(mqemu.at("/latency_stages/adds_up").asBoolean()).isTrue();
        assertThat(mqemu.at("/cpu/all/sys").asDouble()).isEqualTo(30);
        assertThat(mqemu.at("/cpu/cpus/1/cpu").asText()).isEqualTo("1");
        assertThat(mqemu.at("/functions/0/name").asText()).isEqualTo("_raw_spin_lock");
        assertThat(mqemu.at("/interrupts/0/completions_per_interrupt").asDouble())
                .isEqualTo(2.03);
        assertThat(mqemu.at("/faults/0").toString())
                .isEqualTo("{\"place\":\"sda\",\"rule\":\"medium-error every=1000\","
                        + "\"fault\":\"medium-error\",\"struck\":8}");
    }

    @Test
    void wallClockFiguresAppearUnderTheWallClockOnly() throws IOException {
        RunReport paced = new RunReport(
                "1",
                ReportTime.emulated(0),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Reports.emulation(new ClockReport.WallReport(Double.NaN, 5, 1, 2, 3, 4, 0)));
        JsonNode root = parse(JsonWriter.write(paced));
        assertThat(root.at("/mqemu/lateness_ns/p99").asInt()).isEqualTo(2);
        assertThat(root.at("/mqemu/tdf").isNull()).isTrue();
        assertThat(root.has("global options") || root.has("disk_util")).isFalse();
    }

    @Test
    void emptyAndReducedStatisticsAreZerosWithoutPercentiles() throws IOException {
        IoStats empty = new IoStats(StatsOptions.defaults(), 0);
        JsonNode job = parse(JsonWriter.writePlus(Reports.run(List.of(Reports.job("größe", 0, 1, empty)))))
                .get("jobs")
                .get(0);
        assertThat(job.get("jobname").asText()).isEqualTo("größe");
        assertThat(job.at("/read/clat_ns/min").asLong()).isZero();
        assertThat(job.at("/read/clat_ns").has("percentile")).isFalse();
        JsonNode reduced = parse(JsonWriter.writePlus(Reports.run(Reports.jobs(StatsOptions.gtodReduce()))));
        assertThat(reduced.findParents("percentile")).isEmpty();
        assertThat(reduced.at("/jobs/0/read/clat_ns/N").asLong()).isZero();
        assertThat(reduced.at("/jobs/0/read/iops").asDouble()).isPositive();
        assertThat(reduced.at("/jobs/0/read/bw_agg").asDouble()).isZero();
    }
}
