package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Kills operations at random moments and checks the files afterwards; {@code .ci/crash-runs} starts
 * it. Arguments: names of operations (all without any), {@code --times} how often each is killed,
 * {@code --steps} how often, at most, at a call of the system that changes a name, {@code --seed},
 * {@code --windows} to take a DLL.
 */
public final class CrashRuns {
  private static final long SMALL_BYTES = 1_000_000;
  private static final long DATA_BYTES = 8_000_000;

  private CrashRuns() {}

  /** The long run; ends with 1 if something was half there. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int times = 200;
    int steps = 100;
    long seed = 1;
    boolean windows = false;
    Set<CrashOperation> chosen = EnumSet.noneOf(CrashOperation.class);
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--times" -> times = Integer.parseInt(args[++i]);
        case "--steps" -> steps = Integer.parseInt(args[++i]);
        case "--windows" -> windows = true;
        case "--seed" -> seed = Long.parseLong(args[++i]);
        default -> chosen.add(CrashOperation.valueOf(args[i].toUpperCase(Locale.ROOT)));
      }
    }
    if (chosen.isEmpty()) {
      chosen.addAll(EnumSet.allOf(CrashOperation.class));
    }
    Path folder = Files.createTempDirectory("kpack-crash-runs");
    try {
      CrashData small = CrashData.make(folder.resolve("small"), windows, SMALL_BYTES);
      CrashData data = CrashData.make(folder.resolve("data"), windows, DATA_BYTES);
      boolean traced = steps > 0 && StepCount.possible();
      List<String> failures = new ArrayList<>();
      System.out.print(CrashTally.head());
      for (CrashOperation operation : chosen) {
        Path place = folder.resolve(operation.title());
        CrashRun run = new CrashRun(operation, small, data, place, seed);
        run.kill(times);
        if (traced) {
          run.steps(steps);
        }
        run.full(times / 8);
        System.out.print(run.tally().row());
        failures.addAll(run.tally().failures());
        CrashPlace.delete(place);
      }
      failures.forEach(System.out::println);
      if (!failures.isEmpty()) {
        System.exit(1);
      }
    } finally {
      CrashPlace.delete(folder);
    }
  }
}
