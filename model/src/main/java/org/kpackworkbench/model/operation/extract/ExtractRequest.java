package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Option;

/**
 * Which code objects to write, and where. Immutable.
 *
 * @param source the code objects
 * @param rows the rows to write, in the order in which they are reported
 * @param output the folder, or for one row also the file itself
 * @param intoFolder whether {@code output} is a folder; false with one row only
 * @param group the value of {@code {group}}
 * @param taken files in the folder that other requests write, and this one must not
 * @param settings how they are written; what these select is decided by the rows
 */
public record ExtractRequest(
    CodeObjects source,
    List<Integer> rows,
    Path output,
    boolean intoFolder,
    String group,
    Set<Path> taken,
    ExtractSettings settings) {

  public ExtractRequest {
    rows = List.copyOf(rows);
    taken = Set.copyOf(taken);
    if (!intoFolder && rows.size() != 1) {
      throw new IllegalArgumentException("one file cannot hold " + rows.size() + " code objects");
    }
  }

  /** All code objects into a folder. */
  public static ExtractRequest all(CodeObjects source, Path folder) {
    return rows(source, IntStream.range(0, source.size()).boxed().toList(), folder);
  }

  /** Some code objects into a folder. */
  public static ExtractRequest rows(CodeObjects source, List<Integer> rows, Path folder) {
    return new ExtractRequest(source, rows, folder, true, "", Set.of(), usual(folder));
  }

  /** One code object into a file. */
  public static ExtractRequest one(CodeObjects source, int row, Path file) {
    return new ExtractRequest(source, List.of(row), file, false, "", Set.of(), usual(file));
  }

  private static ExtractSettings usual(Path output) {
    return ExtractSettings.OPERATION.request(
        new Arguments()
            .with(ExtractSettings.FILES, List.of())
            .with(ExtractSettings.ALL, true)
            .with(ExtractSettings.OUTPUT, output.toString()));
  }

  /** Returns this request with another value of an option. */
  public <T> ExtractRequest with(Option<T> option, T value) {
    ExtractSettings other =
        ExtractSettings.OPERATION.with(settings, given -> given.with(option, value));
    return new ExtractRequest(source, rows, output, intoFolder, group, taken, other);
  }

  NamePattern pattern() {
    return settings.names().orElse(NamePattern.STANDARD);
  }

  int threads() {
    return settings.threads().orElse(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8));
  }
}
