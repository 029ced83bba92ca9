package org.kpackworkbench.app.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many characters fit a line: what {@code COLUMNS} says, else the width of the terminal that
 * shows standard output. Read when it is first needed. For one thread at a time.
 */
final class Width {
  private static final int LEAST = 20;

  private static final int MOST = 10_000;
  private static final int SECONDS = 2;

  private final IntSupplier source;
  private int columns = -1;

  /**
   * @param source answers with 0, or anything that cannot be, where it does not know
   */
  Width(IntSupplier source) {
    this.source = source;
  }

  /**
   * That of the process.
   *
   * @param terminal whether standard output goes to a terminal
   */
  static Width ofSystem(boolean terminal) {
    return new Width(
        () -> {
          int said = number(System.getenv("COLUMNS"));
          return said > 0 || !terminal ? said : ofTerminal();
        });
  }

  /** Characters; 0 if that is not known. */
  synchronized int columns() {
    if (columns < 0) {
      int known = source.getAsInt();
      columns = known <= 0 || known > MOST ? 0 : Math.max(LEAST, known);
    }
    return columns;
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }

  /** Reads the width of the terminal with a tool of the system; Java cannot. */
  private static int ofTerminal() {
    try {
      File terminal = Path.of("/proc/self/fd/1").toRealPath().toFile();
      Process asked =
          new ProcessBuilder("stty", "size")
              .redirectInput(terminal)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        boolean ended = asked.waitFor(SECONDS, TimeUnit.SECONDS);
        String said =
            ended
                ? new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                : "";
        String[] words = said.strip().split(" ", -1);
        return words.length == 2 ? number(words[1]) : 0;
      } finally {
        asked.destroy();
      }
    } catch (IOException notKnown) {
      return 0;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
