package org.kpackworkbench.views.analysis.log;

import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * A line of a log in a table.
 *
 * @param line the line
 * @param range where it stands in the file
 * @param fails whether there is no code after the step that it tells of
 */
record LogLine(DebugLog.Line line, ByteRange range, boolean fails) {

  static LogLine of(DebugLog log, int number, boolean fails) throws FormatException {
    return new LogLine(log.line(number), log.range(number), fails);
  }

  /** Whose it is, in a word or two; empty for other programs. */
  String whose() {
    return switch (line.kind()) {
      case STEP -> fails ? "loader, failing" : "loader";
      case UNREAD -> "loader, not understood";
      case RUNTIME -> "runtime";
      case HIP_ERROR -> "HIP error";
      case OTHER -> "";
    };
  }

  /** What is wrong with it; empty where nothing is. */
  String problem() {
    return switch (line.kind()) {
      case STEP -> fails ? "For this step there is no code." : "";
      case UNREAD -> "This line of a loader is cut off, or in words that are not known.";
      case RUNTIME -> "A runtime says what the loader answered.";
      case HIP_ERROR -> "A program says that it got no code.";
      case OTHER -> "";
    };
  }
}
