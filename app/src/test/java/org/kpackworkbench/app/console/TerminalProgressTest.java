package org.kpackworkbench.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.cli.Cli;
import org.kpackworkbench.app.cli.ExitStatus;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

class TerminalProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong();
  private final TerminalProgress progress =
      new TerminalProgress(
          new PrintStream(bytes, true, StandardCharsets.UTF_8), clock::get, new Width(() -> 0));

  private String shown() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private void later(long milliseconds) {
    clock.addAndGet(milliseconds * 1_000_000);
  }

  @Test
  void whatIsDoneAtOnceShowsNothing() {
    progress.begin("Writing", 100, Unit.BYTES);
    later(300);
    progress.advance(100);
    progress.clear();
    assertThat(shown()).isEmpty();
  }

  @Test
  void whatTakesTimeShowsHowFarItIsAndIsTakenAway() {
    progress.begin("Writing 7 code objects", 4 << 20, Unit.BYTES);
    later(500);
    progress.advance(1 << 20);
    assertThat(shown()).isEqualTo("\r\u001b[KWriting 7 code objects: 1.0 MiB of 4.0 MiB, 25 %");
    progress.advance(1);
    assertThat(shown()).isEmpty();
    later(200);
    progress.advance(1 << 20);
    assertThat(shown()).contains("2.0 MiB of 4.0 MiB, 50 %");
    progress.clear();
    assertThat(shown()).isEqualTo("\r\u001b[K");
  }

  @Test
  void afterASecondItSaysHowFastItGoesAndHowLongItWillTake() {
    progress.begin("Packing", 400 << 20, Unit.BYTES);
    later(2000);
    progress.advance(100 << 20);
    assertThat(shown()).endsWith("Packing: 100.0 MiB of 400.0 MiB, 25 %, 50.0 MiB/s, 6 s left");
    later(98_000);
    progress.advance(100 << 20);
    assertThat(shown()).endsWith("50 %, 2.0 MiB/s, 1 min 40 s left");
    later(100_000_000);
    progress.advance(1);
    assertThat(shown()).contains(" 27 h 48 min left");
  }

  @Test
  void whatIsCountedIsNotTakenForBytes() {
    progress.begin("Resolving", 50, Unit.FILES);
    later(500);
    progress.advance(3);
    assertThat(shown()).endsWith("Resolving: 3 of 50 files, 6 %");
    later(1500);
    progress.advance(1);
    assertThat(shown()).endsWith("Resolving: 4 of 50 files, 8 %, 2.0 files/s, 23 s left");
    progress.begin("Reading tree", 0, Unit.NAMES);
    later(500);
    progress.advance(7);
    assertThat(shown()).endsWith("Reading tree: 7 names");
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "list --parts"})
  void openingALibraryShowsHowFarItIs(String command) {
    Path library =
        Path.of(System.getProperty("basedir", ""))
            .resolveSibling("model/src/test/fixtures/bin/TensileLibrary_Type_HH_gfx1100.dat");
    Console console =
        new Console(
            new ByteArrayOutputStream(),
            bytes,
            StandardCharsets.UTF_8,
            new Console.Terminals(false, true),
            new Width(() -> 0),
            () -> clock.addAndGet(1_000_000_000));
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.add(library.toString());
    int status =
        new Cli(console, window -> ExitStatus.FAILED, null).run(line.toArray(String[]::new));
    assertThat(shown())
        .as("status %d", status)
        .containsPattern("Reading [^\\r]*gfx1100.dat: [^\\r]* KiB of [^\\r]* %");
  }

  @Test
  void nobodyWatchesAPipe() {
    Progress unseen = new Console(bytes, bytes, false).progress();
    assertThat(unseen).isNotInstanceOf(TerminalProgress.class);
    assertThat(unseen.cancelled()).isFalse();
    assertThat(new Console(bytes, bytes, true).progress()).isInstanceOf(TerminalProgress.class);
  }
}
