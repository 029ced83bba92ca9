package org.kpackworkbench.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.cli.Cli;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;

class ConsoleTest {
  private final AtomicLong clock = new AtomicLong();

  /** One terminal shows both streams. */
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  private Console console(boolean out, int columns) {
    return new Console(
        screen,
        screen,
        StandardCharsets.UTF_8,
        new Console.Terminals(out, true),
        new Width(() -> columns),
        clock::get);
  }

  private String shown() {
    return screen.toString(StandardCharsets.UTF_8);
  }

  private void work(Progress progress) {
    clock.addAndGet(600_000_000L);
    progress.advance(1);
  }

  @Test
  void dataNeverStartsOnALineOfProgressAndProgressNeverOverwritesData() throws IOException {
    Console console = console(true, 80);
    Progress progress = console.progress();
    progress.begin("Reading", 100, Unit.BYTES);
    work(progress);
    assertThat(shown()).endsWith("1 %");
    // More than is buffered, so that it goes out in the middle of the work.
    console.data().write("x".repeat(70_000).getBytes(StandardCharsets.UTF_8));
    assertThat(shown()).contains("1 %\r\u001b[Kxxx");
    work(progress);
    console.data().write('y');
    work(progress);
    console.flush();
    assertThat(shown()).endsWith("xxxy").containsOnlyOnce("Reading");
  }

  @Test
  void dataThatGoesElsewhereLeavesProgressAlone() throws IOException {
    Console console = console(false, 0);
    Progress progress = console.progress();
    progress.begin("Reading", 100, Unit.BYTES);
    work(progress);
    console.data().write("x".repeat(70_000).getBytes(StandardCharsets.UTF_8));
    work(progress);
    assertThat(shown()).contains(" 1 %", " 2 %");
  }

  @Test
  void progressIsNotLongerThanALine() {
    Console console = console(true, 40);
    Progress progress = console.progress();
    progress.begin("Reading " + "a-long-name".repeat(10), 100, Unit.BYTES);
    work(progress);
    assertThat(shown()).hasSize("\r\u001b[K".length() + 39).endsWith("\u2026");
  }

  @Test
  void quietSaysErrorsOnly() {
    Console console = console(true, 0);
    console.beQuiet();
    console.note("a note");
    work(console.progress());
    console.error("an error");
    assertThat(shown()).isEqualTo("kpack-workbench: an error\n");
  }

  @Test
  void aFileIsCalledAsItWasNamedWhereverItIsSaid() throws IOException {
    Console console = console(false, 0);
    console.call("/tmp/x/input", "-");
    try (TextOut out = console.text()) {
      out.line("/tmp/x/input: a /tmp/x/inpu /tmp//tmp/x/input");
    }
    try (JsonOut out = console.json()) {
      out.field("file", "/tmp/x/input");
    }
    console.error("/tmp/x/input: gone");
    console.flush();
    assertThat(shown()).contains("-: a /tmp/x/inpu /tmp/-\n", "\"file\": \"-\"", ": -: gone\n");
  }

  @Test
  void filesOfAFolderAreOneTotal(@TempDir Path folder) throws IOException {
    Path fixtures =
        Path.of(System.getProperty("basedir", "")).resolve("../model/src/test/fixtures");
    long bytes = 0;
    for (String name : List.of("libmany.so", "axpy-gfx1100.hsaco", "libplain.so")) {
      bytes += Files.size(Files.copy(fixtures.resolve("bin").resolve(name), folder.resolve(name)));
    }
    Console console =
        new Console(
            OutputStream.nullOutputStream(),
            screen,
            StandardCharsets.UTF_8,
            new Console.Terminals(false, true),
            new Width(() -> 0),
            () -> clock.addAndGet(1_000_000_000L));
    Cli cli = new Cli(console, request -> 0, null);
    assertThat(cli.run("kernels", folder.toString(), "--recursive")).isZero();
    assertThat(shown())
        .contains("Reading 3 files: " + Unit.BYTES.part(bytes, bytes) + ", 100 %")
        .doesNotContain("Reading kernels");
    screen.reset();
    assertThat(cli.run("kernels", folder.resolve("libmany.so").toString())).isZero();
    assertThat(shown()).contains("Reading kernels");
  }
}
