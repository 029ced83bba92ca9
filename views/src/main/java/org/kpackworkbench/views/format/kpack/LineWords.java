package org.kpackworkbench.views.format.kpack;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;

/** Texts of the lines of the table. UI thread only; reads nothing. */
record LineWords(ArchiveRows rows, Grouping grouping) {
  /** The name in the first column. */
  String name(Line line) {
    return switch (line) {
      case Line.Group group -> rows.shortName(group.key(), group.row());
      case Line.Row row ->
          switch (grouping) {
            case FLAT -> rows.binaryName(row.row());
            case BY_BINARY -> rows.targetText(row.row());
            case BY_TARGET -> index(row.row());
          };
    };
  }

  /** The few words behind the name. */
  String detail(Line line) {
    return line instanceof Line.Group group ? StatusWords.rows(group.sums().rows()) : "";
  }

  /** The target whose colour is shown before the name; null for none. */
  @Nullable String markedTarget(Line line) {
    return switch (line) {
      case Line.Row row -> grouping == Grouping.BY_BINARY ? rows.targetText(row.row()) : null;
      case Line.Group group ->
          group.key().kind() == GroupId.Kind.TARGET ? rows.targetText(group.row()) : null;
    };
  }

  /** All of what the line is, for a tooltip. */
  String full(Line line) {
    return switch (line) {
      case Line.Row row -> rows.keyText(row.row()) + " @ " + rows.targetText(row.row());
      case Line.Group group -> {
        int row = group.row();
        String name = rows.groupName(group.key(), row);
        yield grouping == Grouping.BY_TARGET && group.depth() > 0
            ? name + " @ " + rows.targetText(row)
            : name;
      }
    };
  }

  /** The wrapper's index as the tree shows it. */
  private String index(int row) {
    return rows.plainKey(row) ? "plain key" : "#" + rows.index(row);
  }

  /** The wrapper's index in a column of its own. */
  String indexColumn(Line line) {
    return line instanceof Line.Row(int row, _)
        ? rows.plainKey(row) ? "plain" : Integer.toString(rows.index(row))
        : "";
  }

  String target(Line line) {
    return line instanceof Line.Row(int row, _) ? rows.targetText(row) : "";
  }

  String type(Line line) {
    return line instanceof Line.Row(int row, _) ? rows.typeText(row) : "";
  }

  String ordinal(Line line) {
    if (!(line instanceof Line.Row(int row, _))) {
      return "";
    }
    return rows.ordinal(row) < 0 ? "–" : Integer.toString(rows.ordinal(row));
  }

  long storedBytes(Line line) {
    return line.storedBytes(rows);
  }

  long originalBytes(Line line) {
    return line.originalBytes(rows);
  }

  String ratio(Line line) {
    return StatusWords.percent(line.ratio(rows));
  }

  /** Returns the problem of a line in a few words; empty if there is none. */
  String problem(Line line) {
    return switch (line) {
      case Line.Row row -> {
        Reason reason = rows.problem(row.row());
        yield reason == null ? "" : ProblemWords.of(reason);
      }
      case Line.Group group -> {
        int count = group.sums().problems();
        yield count == 0 ? "" : CountText.grouped(count, "problem");
      }
    };
  }

  /** Texts for a row's problem, in the two or three words that a cell has room for. */
  static final class ProblemWords {
    private ProblemWords() {}

    static String of(Reason reason) {
      return switch (reason) {
        case WRONG_MAGIC -> "wrong signature";
        case UNSUPPORTED_VERSION, UNSUPPORTED -> "not supported";
        case TRUNCATED -> "cut off";
        case OUT_OF_BOUNDS -> "out of range";
        case BAD_VALUE -> "bad value";
        case DUPLICATE_KEY -> "duplicate";
        case UNSAFE_PATH -> "unsafe path";
        case BAD_COMPRESSION -> "bad compression";
        case CHECKSUM_MISMATCH -> "checksum differs";
        case TOO_LARGE -> "too large";
        case NOT_FOUND -> "not found";
        case FILE_CHANGED -> "file changed";
        case CLOSED -> "file closed";
      };
    }
  }
}
