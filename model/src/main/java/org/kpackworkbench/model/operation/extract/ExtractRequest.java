package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * Which code objects to write, and where. Immutable.
 *
 * @param source the code objects
 * @param rows the rows to write, in the order in which they are reported
 * @param output the folder, or for one row also the file itself
 * @param intoFolder whether {@code output} is a folder; false with one row only
 * @param pattern how files in the folder are named
 * @param group the value of {@code {group}}
 * @param overwrite whether files that are there already are replaced
 * @param threads how many code objects are written at once, 1 or more
 * @param large whether it may be far more than the file's own size, or the last of a disk
 * @param taken files in the folder that other requests write, and this one must not
 */
public record ExtractRequest(
    CodeObjects source,
    List<Integer> rows,
    Path output,
    boolean intoFolder,
    NamePattern pattern,
    String group,
    boolean overwrite,
    int threads,
    boolean large,
    Set<Path> taken) {

  public ExtractRequest {
    rows = List.copyOf(rows);
    taken = Set.copyOf(taken);
    if (!intoFolder && rows.size() != 1) {
      throw new IllegalArgumentException("one file cannot hold " + rows.size() + " code objects");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("cannot work with " + threads + " threads");
    }
  }

  /** All code objects into a folder. */
  public static ExtractRequest all(CodeObjects source, Path folder) {
    return rows(source, IntStream.range(0, source.size()).boxed().toList(), folder);
  }

  /** Some code objects into a folder. */
  public static ExtractRequest rows(CodeObjects source, List<Integer> rows, Path folder) {
    int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8);
    return new ExtractRequest(
        source, rows, folder, true, NamePattern.STANDARD, "", false, threads, false, Set.of());
  }

  /** One code object into a file. */
  public static ExtractRequest one(CodeObjects source, int row, Path file) {
    return new ExtractRequest(
        source, List.of(row), file, false, NamePattern.STANDARD, "", false, 1, false, Set.of());
  }

  /** The same with another pattern. */
  public ExtractRequest named(NamePattern other) {
    return new ExtractRequest(
        source, rows, output, intoFolder, other, group, overwrite, threads, large, taken);
  }

  /** The same with another text for {@code {group}}. */
  public ExtractRequest grouped(String other) {
    return new ExtractRequest(
        source, rows, output, intoFolder, pattern, other, overwrite, threads, large, taken);
  }

  /** The same, with existing output replaced or not. */
  public ExtractRequest overwriting(boolean yes) {
    return new ExtractRequest(
        source, rows, output, intoFolder, pattern, group, yes, threads, large, taken);
  }

  /** The same with another number of threads. */
  public ExtractRequest onThreads(int number) {
    return new ExtractRequest(
        source, rows, output, intoFolder, pattern, group, overwrite, number, large, taken);
  }

  /** The same, allowed to be large or not. */
  public ExtractRequest allowingLarge(boolean yes) {
    return new ExtractRequest(
        source, rows, output, intoFolder, pattern, group, overwrite, threads, yes, taken);
  }

  /** The same beside other requests, whose files it must not take. */
  public ExtractRequest beside(Set<Path> others) {
    return new ExtractRequest(
        source, rows, output, intoFolder, pattern, group, overwrite, threads, large, others);
  }
}
