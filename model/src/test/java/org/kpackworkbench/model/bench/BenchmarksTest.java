package org.kpackworkbench.model.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks' command: what can be selected, and that one failure remains one. */
class BenchmarksTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @Test
  void measurementsAreAskedForByName() {
    Benchmarks.Request request =
        Benchmarks.Request.of("--only", "open", "pack", "-o", "table.md", "--write");
    assertThat(request.only()).containsExactly("open", "pack");
    assertThat(request.outputs()).containsExactly(Path.of("table.md"));
    assertThat(request.write()).isTrue();
    assertThat(Benchmarks.chosen(request.only()))
        .extracting(Measurement::name)
        .containsExactly("pack", "open");
  }

  @Test
  void whatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> Benchmarks.chosen(List.of("fly")))
        .hasMessageStartingWith("no measurement fly; there are info list");
    assertThatThrownBy(() -> Benchmarks.Request.of("--fly")).hasMessage("not known: --fly");
    assertThatThrownBy(() -> Benchmarks.Request.of("-o")).hasMessage("-o needs a file");
  }

  @Test
  void everyPromisedMeasurementIsThereOnce() {
    assertThat(Benchmarks.all())
        .extracting(Measurement::name)
        .doesNotHaveDuplicates()
        .contains("open", "list", "get", "pack", "convert", "split", "verify", "diff", "window")
        .contains("prune")
        .contains("scroll-table", "scroll-bytes", "scroll-compare", "scroll-grid");
  }

  @Test
  void aMeasurementThatFailsIsARow(@TempDir Path work) throws Exception {
    Measurement broken =
        new Measurement(
            "broken",
            Measurement.Title.WARM,
            session -> {
              throw new IOException("the disk is full");
            });
    assertThat(Benchmarks.rows(broken, session(work, 1)))
        .containsExactly(Row.failed("broken", "the disk is full"));
  }

  @Test
  void aCommandThatFailsDoesNotStopTheOther(@TempDir Path work) throws Exception {
    Session session = session(work, 3);
    TimedCommand bad = new TimedCommand("bad", JAVA, "--no-such-option");
    TimedCommand good = new TimedCommand("good", JAVA, "-XX:TieredStopAtLevel=1", "--version");
    Path output = Files.writeString(work.resolve("output"), "left over");
    session.run(List.of(bad, good), output);
    assertThat(bad.samples()).isNull();
    assertThat(bad.row(0, Limit.NONE).failure()).startsWith("ended with 1: ").contains("--no-such");
    Samples samples = good.samples();
    assertThat(samples).isNotNull();
    assertThat(samples.seconds()).hasSize(3).allMatch(seconds -> seconds > 0);
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void afterTheEndNoFurtherRoundIsBegun(@TempDir Path work) throws Exception {
    Session session = new Session(5, List.of(), work, System.nanoTime() - 1);
    TimedCommand command = new TimedCommand("java", JAVA, "--version");
    session.run(List.of(command));
    Samples samples = command.samples();
    assertThat(samples).isNotNull();
    assertThat(samples.seconds()).hasSize(1);
  }

  @Test
  void whatMeasuresFramesIsWhereItIsLookedFor() {
    Path here = Path.of("").toAbsolutePath();
    Path root =
        Files.exists(here.resolve("CONTRIBUTING.md")) ? here : here.resolve("..").normalize();
    assertThat(
            root.resolve("views/src/bench/java")
                .resolve(WindowWork.FRAMES.replace('.', '/') + ".java"))
        .exists();
  }

  private static Session session(Path work, int rounds) {
    return new Session(rounds, List.of(), work, Long.MAX_VALUE);
  }
}
