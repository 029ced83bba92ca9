package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.spi.ViewContext;

/** Result of an extraction: what it wrote, and what it could not write and why. */
final class ExportResultView extends BorderPane {

  /**
   * A view of a report.
   *
   * @param failed what could not be written, see {@link ResultRow#failed}
   */
  ExportResultView(List<ResultRow> failed, ExtractReport report, ViewContext context) {
    setId("export-result");
    Path folder = folder(report);
    List<RowColumn<ResultRow>> columns = new ArrayList<>();
    if (!report.problems().isEmpty()) {
      columns.add(RowColumn.text("Problem", ResultRow::problem));
    }
    columns.add(RowColumn.text("Code object", ResultRow::what));
    columns.add(RowColumn.size("Size", ResultRow::sizeBytes));
    columns.add(RowColumn.text("File", row -> row.nameIn(folder)));
    columns.add(RowColumn.mono("SHA-256", ResultRow::sha256));
    columns.add(RowColumn.path("Path", ResultRow::pathText));
    RowsTable<ResultRow> table =
        RowsTable.alone(
            RowsSpec.of(
                "export-result-table", "Extracted code objects", "Nothing was written.", columns),
            context);
    table.setPrefSize(860, 360);
    List<ResultRow> rows = new ArrayList<>(failed);
    rows.addAll(ResultRow.written(report));
    table.show(rows);
    table.onOpen(
        line -> {
          ResultRow row = line.content();
          if (row == null || row.path() == null) {
            return false;
          }
          context.navigator().go(new Place.File(row.path()));
          return true;
        });
    Label hint =
        Controls.label(
            report.written().isEmpty()
                ? "Nothing was written."
                : "Written to %s. A double click opens a file here; Ctrl+C copies the selected rows."
                    .formatted(folder),
            "muted",
            "export-hint");
    hint.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    hint.setMaxWidth(Double.MAX_VALUE);
    getStylesheets().add(Controls.sheet(ExportResultView.class, "export.css"));
    setCenter(table);
    setBottom(hint);
  }

  /** The folder that all written files are in, at whatever depth; empty if there are none. */
  private static Path folder(ExtractReport report) {
    Path common = null;
    for (ExtractedFile file : report.written()) {
      Path folder = file.path().toAbsolutePath().getParent();
      common = common == null ? folder : common;
      while (common != null && folder != null && !folder.startsWith(common)) {
        common = common.getParent();
      }
    }
    return common == null ? Path.of("") : common;
  }

  /**
   * The result for one code object.
   *
   * @param what binary, index and target
   * @param path the file; null if it was not written
   * @param sizeBytes its size; -1 if it was not written
   * @param sha256 its hash; empty if it was not written
   * @param problem why it was not written; empty if it was
   */
  record ResultRow(
      String what, @Nullable Path path, long sizeBytes, String sha256, String problem) {

    /**
     * Returns the rows that could not be written. Reads those rows, which are known from the plan;
     * while the file is open.
     */
    static List<ResultRow> failed(CodeObjects source, ExtractReport report) {
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
      return List.copyOf(rows);
    }

    private static List<ResultRow> written(ExtractReport report) {
      List<ResultRow> rows = new ArrayList<>();
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
}
