package org.kpackworkbench.model.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the benchmarks' command writes: figures, limits, failures, and where they go. */
class BenchmarkTableTest {
  private static final Samples FIVE =
      new Samples(List.of(0.5, 0.1, 0.2, 0.4, 0.3), 100_000, 20_000);

  @Test
  void figuresStandInATable() {
    Row fast = Row.of("fast", FIVE, 600_000_000, Limit.seconds(1, FIVE));
    Row slow = Row.of("slow", Samples.of(List.of(12.345)), 0, Limit.NONE);
    assertThat(Table.text("Title:", Table.Kind.TIMES, List.of(fast, slow)))
        .isEqualTo(
            """
            Title:

            |  | median | least – most | MB/s | resident, MB | heap, MB | beside |  |
            |---|---:|---:|---:|---:|---:|---|---|
            | fast | 300 ms | 100 ms – 500 ms | 2,000 | 102 | 20 | at most 1.00 s | met |
            | slow | 12.3 s |  |  |  |  |  |  |
            """);
  }

  @Test
  void whatFailedIsARowAndKeepsTheTableATable() {
    Row failed = Row.failed("broken", "a | b\nc");
    assertThat(Table.text("T", Table.Kind.TIMES, List.of(failed)))
        .contains("| broken | not measured | a \\| b c |\n");
  }

  @Test
  void framesAreToldByTheSlowestOfAHundred() {
    Samples frames = Samples.of(IntStream.rangeClosed(1, 600).mapToObj(i -> i / 10_000.0).toList());
    String text =
        Table.text(
            "T",
            Table.Kind.FRAMES,
            List.of(Row.of("scroll", frames, 0, Limit.frames(0.016, frames))));
    assertThat(text)
        .contains(
            "| scroll | 30.1 ms | 59.5 ms | 60.0 ms | 99 of 100 at most 16.0 ms | **missed** |");
  }

  @Test
  void figuresDoNotDependOnTheLanguage() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      figuresStandInATable();
      assertThat(Limit.times(1.5, FIVE, "`zstd -t`", 0.3).words())
          .isEqualTo("1.00 × `zstd -t` (at most 1.5)");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void limitsAreMetUpToTheirEdge() {
    assertThat(Limit.seconds(0.3, FIVE).verdict()).isEqualTo(Limit.Verdict.MET);
    assertThat(Limit.seconds(0.299, FIVE).verdict()).isEqualTo(Limit.Verdict.MISSED);
    assertThat(Limit.times(2, FIVE, "cp", 0.15).verdict()).isEqualTo(Limit.Verdict.MET);
    assertThat(Limit.times(2, FIVE, "cp", 0.14).verdict()).isEqualTo(Limit.Verdict.MISSED);
    assertThat(Limit.beside(FIVE, "cp", 0.1).verdict()).isEqualTo(Limit.Verdict.NONE);
    assertThat(Limit.megabytes("heap", 20, 20_000).verdict()).isEqualTo(Limit.Verdict.MISSED);
    assertThat(Limit.megabytes("heap", 20, 19_500).verdict()).isEqualTo(Limit.Verdict.MET);
  }

  @Test
  void ofTwoLimitsOneThatIsMissedCounts() {
    Limit met = Limit.seconds(1, FIVE);
    Limit missed = Limit.seconds(0.1, FIVE);
    assertThat(met.and(missed).verdict()).isEqualTo(Limit.Verdict.MISSED);
    assertThat(met.and(met).verdict()).isEqualTo(Limit.Verdict.MET);
    assertThat(met.and(Limit.beside(FIVE, "cp", 1)).verdict()).isEqualTo(Limit.Verdict.MET);
    assertThat(Limit.NONE.and(met)).isEqualTo(met);
  }

  @Test
  void onlyWhatStandsBetweenTheCommentsIsReplaced(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("figures.md");
    Files.writeString(file, "above\n%s\nold\n%s\nbelow\n".formatted(Markers.BEGIN, Markers.END));
    Markers.replace(file, "new\n");
    Markers.replace(file, "newer\n");
    assertThat(file)
        .hasContent("above\n%s\n\nnewer\n\n%s\nbelow\n".formatted(Markers.BEGIN, Markers.END));
  }

  @Test
  void aFileWithoutTheCommentsStaysAsItIs(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("figures.md");
    for (String text : List.of("none", Markers.END + Markers.BEGIN, Markers.BEGIN)) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> Markers.replace(file, "new"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("figures.md: expected once");
      assertThat(file).hasContent(text);
    }
  }

  @Test
  void thePageOfFiguresHasAPlaceForThem() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path root = Files.exists(here.resolve("CONTRIBUTING.md")) ? here : here.getParent();
    Path page = root.resolve(Benchmarks.PAGE);
    assertThat(Markers.replaced(Files.readString(page), "new\n", "figures.md")).contains("new\n");
  }
}
