package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.extract.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractedFile;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/**
 * What became of one code object.
 *
 * @param what binary, index and target
 * @param path the file; null where it was not written
 * @param sizeBytes its size; -1 where it was not written
 * @param sha256 its hash; empty where it was not written
 * @param problem why it was not written; empty where it was
 */
record ResultRow(String what, @Nullable Path path, long sizeBytes, String sha256, String problem) {

  /** The rows of a report, what failed first. */
  static List<ResultRow> of(CodeObjects source, ExtractReport report) {
    List<ResultRow> rows = new ArrayList<>();
    for (ExtractProblem problem : report.problems()) {
      rows.add(
          new ResultRow(
              name(source, problem.row()),
              null,
              -1,
              "",
              ErrorText.of(problem.cause()).inOneLine()));
    }
    for (ExtractedFile file : report.written()) {
      rows.add(
          new ResultRow(
              name(file.binary(), file.index(), file.target()),
              file.path(),
              file.sizeBytes(),
              file.sha256(),
              ""));
    }
    return List.copyOf(rows);
  }

  private static String name(CodeObjects source, int row) {
    try {
      CodeObjectRow known = source.row(row);
      return name(known.binary(), known.index(), known.targetText());
    } catch (FormatException unreadable) {
      return "row " + row;
    }
  }

  private static String name(String binary, int index, String target) {
    return binary + (index < 0 ? "" : "#" + index) + " @ " + target;
  }

  /** The file's name below a folder, or that there is none. */
  String nameIn(Path folder) {
    if (path == null) {
      return "not written";
    }
    Path absolute = path.toAbsolutePath();
    return absolute.startsWith(folder) ? folder.relativize(absolute).toString() : path.toString();
  }

  /** The file's path, or that there is none. */
  String pathText() {
    return path == null ? "not written" : path.toString();
  }
}
