package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Opens and closes every kind of file very often and shows what the process holds then; {@code
 * .ci/crash-runs --cycles} starts it. Argument: how often in all, 100,000 where nothing is said.
 */
public final class OpenCloseCycles {
  private static final int WARM = 1_000;
  private static final long MOST_HEAP_BYTES = 1_000_000;
  private static final long MOST_RESIDENT_BYTES = 32_000_000;

  private OpenCloseCycles() {}

  /** The long run; ends with 1 if something was not given back. */
  public static void main(String[] args) throws IOException {
    int times = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    Path folder = Files.createTempDirectory("kpack-open-close");
    boolean leaks = false;
    try {
      Map<String, OpenClose.Cycle> cycles = new OpenClose(folder).cycles();
      System.out.print(
          """
          | what | cycles | open files | mapped files | threads | heap KB | resident KB | leaks |
          |---|---|---|---|---|---|---|---|
          """);
      for (Map.Entry<String, OpenClose.Cycle> each : cycles.entrySet()) {
        run(each.getValue(), WARM);
        Held before = Held.now();
        run(each.getValue(), times / cycles.size());
        Held after = Held.now();
        boolean leak = leaks(before, after);
        leaks |= leak;
        System.out.printf(
            "| %s | %d | %d → %d | %d → %d | %d → %d | %d → %d | %d → %d | %s |%n",
            each.getKey(),
            times / cycles.size(),
            before.descriptors(),
            after.descriptors(),
            before.mappings(),
            after.mappings(),
            before.threads(),
            after.threads(),
            before.heapBytes() / 1000,
            after.heapBytes() / 1000,
            before.residentBytes() / 1000,
            after.residentBytes() / 1000,
            leak ? "**yes**" : "no");
      }
    } finally {
      CrashPlace.delete(folder);
    }
    if (leaks) {
      System.exit(1);
    }
  }

  /** Whether there is more of something than before that should not be. */
  static boolean leaks(Held before, Held after) {
    return after.descriptors() > before.descriptors()
        || after.mappings() > before.mappings()
        || after.threads() > before.threads()
        || after.heapBytes() > before.heapBytes() + MOST_HEAP_BYTES
        || after.residentBytes() > before.residentBytes() + MOST_RESIDENT_BYTES;
  }

  static void run(OpenClose.Cycle cycle, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      cycle.run();
    }
  }
}
