package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process in which one {@link Work} is done. {@code memory} prints kilobytes of heap in use
 * after a collection, of resident memory and of the most of it; {@code times} seconds of one go,
 * line by line, when warm.
 */
final class WorkMain {
  private WorkMain() {}

  /** Arguments: {@code memory WORK} or {@code times WORK ROUNDS}. */
  public static void main(String[] args) throws Exception {
    Work work = Work.valueOf(args[1]);
    if (args[0].equals("memory")) {
      memory(work);
    } else {
      times(work, Integer.parseInt(args[2]));
    }
  }

  private static void memory(Work work) throws IOException {
    AutoCloseable held = work.start();
    long resident = statusKb("VmRSS:");
    long peak = statusKb("VmHWM:");
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    long heap = (runtime.totalMemory() - runtime.freeMemory()) / 1024;
    System.out.println(heap + "\t" + resident + "\t" + peak);
    Reference.reachabilityFence(held);
  }

  private static void times(Work work, int rounds) throws Exception {
    boolean quick = Scale.current() == Scale.QUICK;
    try (AutoCloseable held = work.start()) {
      seconds(work, held, quick ? 0.2 : 3);
      for (int i = 0; i < rounds; i++) {
        System.out.println(seconds(work, held, quick ? 0.1 : 0.5));
      }
    }
  }

  /** Does it again for some time, and says what one go took. */
  private static double seconds(Work work, AutoCloseable held, double atLeast) throws Exception {
    long start = System.nanoTime();
    long end = start + (long) (atLeast * 1e9);
    int goes = 0;
    do {
      work.again(held);
      goes++;
    } while (System.nanoTime() < end);
    return (System.nanoTime() - start) / 1e9 / goes;
  }

  private static long statusKb(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.replaceAll("\\D+", ""));
      }
    }
    throw new IOException("no " + field + " in /proc/self/status");
  }
}
