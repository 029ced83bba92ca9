package org.kpackworkbench.views.analysis.log;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of a log's lines, read as they become visible. */
final class LogLinesSpec extends TableSpec<LogLinesSpec.LogLine>
    implements RowsSpec.Marked<LogLinesSpec.LogLine> {
  private final DebugLog log;

  LogLinesSpec(DebugLog log, Place file) {
    super(
        TableWords.of("log-lines", "Lines", "The file has no lines.")
            .prompt("filter lines, e.g. source:loader text:gfx942"));
    this.log = log;
    columns(
        List.of(
            RowColumn.<LogLine>count("Line", row -> row.line().number()).alsoNamed("index"),
            RowColumn.muted("Source", LogLine::source),
            RowColumn.mono("Text", row -> row.line().text())));
    place(row -> new Place.Bytes(file, row.range()));
    shows(place -> place instanceof Place.Bytes bytes && bytes.parent().equals(file));
    mark(row -> RowMark.NONE.problem(row.problem()));
    status(rows -> CountText.grouped(rows.size(), "line"));
  }

  @Override
  public RowSource<LogLine> load() {
    Set<Integer> failing = new HashSet<>();
    for (LoadSummary load : log.loads()) {
      if (load.failureLine() > 0) {
        failing.add(load.failureLine());
      }
    }
    return RowSource.read(
        log.lineCount(), index -> LogLine.of(log, index + 1, failing.contains(index + 1)));
  }

  @Override
  public int indexOf(RowSource<LogLine> rows, Place place) throws IOException {
    return place instanceof Place.Bytes bytes ? log.lineAt(bytes.range().start()) - 1 : -1;
  }

  /**
   * A line of a log in a table.
   *
   * @param line the line
   * @param range where it is in the file
   * @param fails whether there is no code after the logged step
   */
  record LogLine(DebugLog.Line line, ByteRange range, boolean fails) {

    static LogLine of(DebugLog log, int number, boolean fails) throws FormatException {
      return new LogLine(log.line(number), log.range(number), fails);
    }

    /** The program that wrote it, in a word or two; empty for other programs. */
    String source() {
      return switch (line.kind()) {
        case STEP -> fails ? "loader, failing" : "loader";
        case UNREAD -> "loader, not understood";
        case RUNTIME -> "runtime";
        case HIP_ERROR -> "HIP error";
        case OTHER -> "";
      };
    }

    /** Returns what is wrong with the line; empty if nothing is. */
    String problem() {
      return switch (line.kind()) {
        case STEP -> fails ? "There is no code for this step." : "";
        case UNREAD -> "This line of a loader is cut off, or its wording is not known.";
        case RUNTIME -> "A runtime reports the loader's result.";
        case HIP_ERROR -> "A program reports that it got no code.";
        case OTHER -> "";
      };
    }
  }
}
