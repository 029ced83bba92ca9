package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this process holds of the system (Linux).
 *
 * @param descriptors open files
 * @param mappings ranges of memory that are mapped from files below a folder
 * @param threads threads of the JVM and of native code
 * @param heapBytes what is reachable
 * @param residentBytes memory that is not given back, native memory with it
 */
record Held(long descriptors, long mappings, long threads, long heapBytes, long residentBytes) {
  private static final Path PROCESS = Path.of("/proc/self");

  /** Now, after what is unreachable was collected, so often that the heap can be compared. */
  static Held now() throws IOException {
    return now(3);
  }

  /**
   * Now.
   *
   * @param collections how often what is unreachable is collected before: once is enough for all
   *     but the heap
   */
  static Held now(int collections) throws IOException {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < collections; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      heap = Math.min(heap, runtime.totalMemory() - runtime.freeMemory());
    }
    long mappings;
    try (Stream<String> lines = Files.lines(PROCESS.resolve("maps"))) {
      // The JVM's own are jars, libraries and its archive of classes.
      mappings = lines.filter(Held::isDocument).count();
    }
    return new Held(
        count(PROCESS.resolve("fd")),
        mappings,
        count(PROCESS.resolve("task")),
        heap,
        1024 * status("VmRSS:"));
  }

  private static boolean isDocument(String line) {
    return line.contains("/")
        && Stream.of(".kpack", ".so", ".co", ".hsaco", ".a", ".dll", ".kpm", ".txt")
            .anyMatch(ending -> line.endsWith(ending) && isRead(line));
  }

  /**
   * Libraries that are run are mapped more than once, with rights that no other process requests.
   */
  private static boolean isRead(String line) {
    return line.contains(" r--s ");
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.count();
    }
  }

  private static long status(String field) throws IOException {
    try (Stream<String> lines = Files.lines(PROCESS.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }
  }
}
