package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.base.text.SafeText;

/** Lines for people at a terminal. */
final class TextSink implements ComparisonExport.Sink {
  private static final int MOST_VALUE_CHARS = 200;

  private final Writer out;
  private String group = "";
  private String summary = "";

  TextSink(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary words) throws IOException {
    line(words.title());
    line("Comparison of " + comparison.kind().words());
    for (String remark : comparison.remarks()) {
      line("  " + remark);
    }
    summary = words.words();
  }

  @Override
  public void row(String path, Row row) throws IOException {
    if (!row.group().equals(group)) {
      group = row.group();
      line("");
      line(group);
    }
    line("  %-8s %s%s".formatted(word(row), path, note(row)));
    for (String detail : details(row)) {
      line("             " + detail);
    }
  }

  private static String word(Row row) {
    return switch (row.change()) {
      case NOT_COMPARED -> "?";
      case STORED_OTHERWISE -> "stored differently";
      default -> row.change().id();
    };
  }

  private static String note(Row row) {
    return row.note().isEmpty() ? "" : "  (" + row.note() + ")";
  }

  static List<String> details(Row row) {
    List<String> details = new ArrayList<>();
    boolean both = row.cells().stream().allMatch(cell -> cell.present());
    if (both) {
      for (Field field : row.changedFields()) {
        details.add(field.name() + ": " + values(field));
      }
    }
    if (row.cells().size() > 2) {
      details.addAll(manySides(row));
      details.addAll(row.problems());
      return details;
    }
    int last = row.cells().size() - 1;
    Delta delta = row.delta(last);
    boolean stated =
        delta != null
            && row.changedFields().stream().anyMatch(field -> delta.equals(field.delta(last)));
    if (delta != null && (delta.amount() != 0 || !both) && !(both && stated)) {
      details.add("%d → %d bytes, %s".formatted(delta.before(), delta.after(), delta.words()));
    }
    details.addAll(row.problems());
    return details;
  }

  /** The change of the row on each side, if it is not the same on all, and its sizes. */
  private static List<String> manySides(Row row) {
    List<String> changes = new ArrayList<>();
    for (int side = 1; side < row.cells().size(); side++) {
      Change change = row.cells().get(side).change();
      if (change.isDifference() && change != Change.UNREADABLE) {
        changes.add("%s: %s".formatted(Row.side(side + 1), change.words()));
      }
    }
    List<String> details = new ArrayList<>();
    boolean alike = row.cells().stream().skip(1).map(Cell::change).distinct().count() == 1;
    if (!changes.isEmpty() && !alike) {
      details.add(String.join(", ", changes));
    }
    boolean sizes = row.cells().stream().map(Cell::sizeBytes).distinct().count() > 1;
    boolean stated =
        row.cells().stream().allMatch(Cell::present)
            && row.changedFields().stream().anyMatch(field -> field.name().equals("size"));
    if (sizes && !stated) {
      List<String> words = new ArrayList<>();
      for (int side = 0; side < row.cells().size(); side++) {
        words.add(size(row, side));
      }
      details.add("bytes: " + String.join(" → ", words));
    }
    return details;
  }

  private static String size(Row row, int side) {
    Cell cell = row.cells().get(side);
    if (cell.sizeBytes() < 0) {
      return cell.unread() ? "not known" : "(none)";
    }
    Delta delta = row.delta(side);
    return cell.sizeBytes()
        + (delta == null || delta.amount() == 0 || delta.before() == 0 ? "" : ", " + delta.words());
  }

  /** All sides' values, and how much a number grew. */
  static String values(Field field) {
    List<String> words = new ArrayList<>();
    for (int side = 0; side < field.values().size(); side++) {
      String value = field.shortened(side, MOST_VALUE_CHARS);
      Delta delta = side == 0 ? null : field.delta(side);
      words.add(
          (value == null ? "(none)" : value)
              + (delta == null || delta.amount() == 0 ? "" : ", " + delta.words()));
    }
    return String.join(" → ", words);
  }

  @Override
  public void end(Comparison comparison) throws IOException {
    line("");
    line(summary);
  }

  private void line(String text) throws IOException {
    out.write(SafeText.of(text));
    out.write('\n');
  }
}
