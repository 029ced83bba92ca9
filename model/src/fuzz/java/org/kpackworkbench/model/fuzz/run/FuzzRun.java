package org.kpackworkbench.model.fuzz.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.kpackworkbench.model.fuzz.FuzzTarget;

/**
 * Fuzzes targets, each for some time, and writes the results down: {@code [--minutes 10] [--jobs 2]
 * [TARGET…]}. System properties say where the fuzzer is ({@code fuzz.jazzer}, a class path), which
 * commit this is ({@code fuzz.commit}), where to work ({@code fuzz.work}) and which file the
 * results go to ({@code fuzz.result}). Exits with 1 where anything was found.
 */
public final class FuzzRun {
  private FuzzRun() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    double minutes = 10;
    int jobs = 2;
    List<FuzzTarget> targets = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--minutes" -> minutes = Double.parseDouble(args[++i]);
        case "--jobs" -> jobs = Integer.parseInt(args[++i]);
        default -> targets.add(named(args[i]));
      }
    }
    if (targets.isEmpty()) {
      targets.addAll(List.of(FuzzTarget.values()));
    }
    Duration time = Duration.ofMillis(Math.round(minutes * 60_000));
    ResultFile results = new ResultFile(Path.of(System.getProperty("fuzz.result")));
    System.exit(run(targets, time, jobs, results) ? 0 : 1);
  }

  private static FuzzTarget named(String id) {
    return Arrays.stream(FuzzTarget.values())
        .filter(target -> target.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no target " + id + "; there are " + Arrays.toString(ids())));
  }

  private static Object[] ids() {
    return Arrays.stream(FuzzTarget.values()).map(FuzzTarget::id).toArray();
  }

  private static boolean run(List<FuzzTarget> targets, Duration time, int jobs, ResultFile results)
      throws IOException, InterruptedException {
    boolean clean = true;
    Map<FuzzTarget, TargetResult> done = new EnumMap<>(FuzzTarget.class);
    try (ExecutorService pool = Executors.newFixedThreadPool(jobs)) {
      List<Future<TargetResult>> running = new ArrayList<>();
      for (FuzzTarget target : targets) {
        running.add(
            pool.submit(
                () -> {
                  TargetResult result = new TargetRun(target, time).run();
                  results.put(result);
                  System.out.println(result.row());
                  return result;
                }));
      }
      for (int i = 0; i < running.size(); i++) {
        try {
          TargetResult result = running.get(i).get();
          clean &= result.findings() == 0;
          done.put(targets.get(i), result);
        } catch (ExecutionException failure) {
          System.err.println(targets.get(i).id() + ": " + failure.getCause());
          clean = false;
        }
      }
    }
    for (Map.Entry<FuzzTarget, TargetResult> each : done.entrySet()) {
      String kept = new TargetRun(each.getKey(), time).keepCorpus();
      results.put(each.getValue().keeping(kept));
    }
    return clean;
  }
}
