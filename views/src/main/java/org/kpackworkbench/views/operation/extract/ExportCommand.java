package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/** An extraction as a command line. */
final class ExportCommand {
  /** A selection that takes more commands than this is not worth pasting into a shell. */
  private static final int MOST_LINES = 50;

  private ExportCommand() {}

  /** What rows of a selection have in common. */
  private record Filter(@Nullable String binary, @Nullable Integer index, @Nullable String target) {

    boolean accepts(CodeObjectRow row) {
      return (binary == null || binary.equals(row.binary()))
          && (index == null || index == row.index())
          && (target == null || target.equals(row.targetText()));
    }

    String options() {
      StringBuilder text = new StringBuilder();
      if (binary != null) {
        text.append(" --binary ").append(CopyFormats.argument(binary));
      }
      if (index != null && index >= 0) {
        text.append(" --index ").append(index);
      }
      if (target != null) {
        text.append(" --target ").append(CopyFormats.argument(target));
      }
      return text.isEmpty() ? " --all" : text.toString();
    }
  }

  /**
   * The command, or several on lines of their own where one cannot name the selection; empty where
   * that would be too many. In the background.
   */
  static String of(Path file, ExtractRequest request) throws FormatException {
    CodeObjects source = request.source();
    if (request.rows().size() == source.size() && request.intoFolder()) {
      return line(file, " --all", request);
    }
    List<CodeObjectRow> rows = new ArrayList<>();
    for (int row : request.rows()) {
      rows.add(source.row(row));
    }
    Filter common =
        new Filter(
            shared(rows, CodeObjectRow::binary),
            shared(rows, CodeObjectRow::index),
            shared(rows, CodeObjectRow::targetText));
    if (count(source, common) == rows.size()) {
      return line(file, common.options(), request);
    }
    if (rows.size() > MOST_LINES) {
      return "";
    }
    return rows.stream()
        .map(row -> new Filter(row.binary(), row.index(), row.targetText()))
        .distinct()
        .map(filter -> line(file, filter.options(), request))
        .collect(Collectors.joining("\n"));
  }

  private static int count(CodeObjects source, Filter filter) throws FormatException {
    int count = 0;
    for (int row = 0; row < source.size(); row++) {
      if (filter.accepts(source.row(row))) {
        count++;
      }
    }
    return count;
  }

  private static <T> @Nullable T shared(
      List<CodeObjectRow> rows, Function<CodeObjectRow, T> value) {
    T first = value.apply(rows.getFirst());
    return rows.stream().allMatch(row -> Objects.equals(value.apply(row), first)) ? first : null;
  }

  private static String line(Path file, String which, ExtractRequest request) {
    StringBuilder text = new StringBuilder("kpack-workbench extract ");
    text.append(CopyFormats.argument(file.toString())).append(which);
    if (request.intoFolder() && !request.pattern().equals(NamePattern.STANDARD)) {
      text.append(" --name ").append(CopyFormats.argument(request.pattern().text()));
    }
    if (request.overwrite()) {
      text.append(" --force");
    }
    if (request.large()) {
      text.append(" --allow-large");
    }
    String output = request.output().toString();
    boolean slash = request.intoFolder() && !output.endsWith("/");
    return text.append(" -o ")
        .append(CopyFormats.argument(slash ? output + "/" : output))
        .toString();
  }
}
