package org.kpackworkbench.views.spi;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.extract.NamePattern;

/**
 * User's settings for work, for jobs: read again each time, so that a change counts for the next
 * job. Remembered values that cannot be understood count as not decided. May be read on any thread;
 * changed on the UI thread.
 */
public record WorkSettings(Remembered remembered) {
  /** More threads than this do not help. */
  public static final int MOST_THREADS = 1024;

  private static final String THREADS = "threads";
  private static final String DISASSEMBLER = "tools.llvm-objdump";
  private static final String NAMES = "extract.names";

  /** How many threads a job takes: those that were decided on, or one for each processor. */
  public int threads() {
    return threadsChosen().orElse(Runtime.getRuntime().availableProcessors());
  }

  /** How many threads were decided on, if any. */
  public OptionalInt threadsChosen() {
    try {
      int threads = Integer.parseInt(remembered.text(THREADS).orElse(""));
      return threads >= 1 && threads <= MOST_THREADS
          ? OptionalInt.of(threads)
          : OptionalInt.empty();
    } catch (NumberFormatException none) {
      return OptionalInt.empty();
    }
  }

  /** Decides on a number of threads; nothing means one each processor. */
  public void chooseThreads(OptionalInt threads) {
    remembered.text(THREADS, threads.isPresent() ? Integer.toString(threads.getAsInt()) : "");
  }

  /** The {@code llvm-objdump} to use; null if it is to be found. */
  public @Nullable Path disassembler() {
    try {
      return remembered
          .text(DISASSEMBLER)
          .filter(text -> !text.isBlank())
          .map(Path::of)
          .orElse(null);
    } catch (InvalidPathException notOfThisSystem) {
      return null;
    }
  }

  /** Decides on an {@code llvm-objdump}; null lets it be found. */
  public void chooseDisassembler(@Nullable Path tool) {
    remembered.text(DISASSEMBLER, tool == null ? "" : tool.toString());
  }

  /** How extracted files are named where nothing else is said. */
  public NamePattern names() {
    return remembered.text(NAMES).flatMap(WorkSettings::pattern).orElse(NamePattern.STANDARD);
  }

  /** Decides how extracted files are named. */
  public void chooseNames(NamePattern names) {
    remembered.text(NAMES, names.equals(NamePattern.STANDARD) ? "" : names.text());
  }

  private static Optional<NamePattern> pattern(String text) {
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(NamePattern.parse(text));
    } catch (IllegalArgumentException noPattern) {
      return Optional.empty();
    }
  }
}
