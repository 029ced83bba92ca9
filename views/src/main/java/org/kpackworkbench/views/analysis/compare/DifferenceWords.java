package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.text.SharedCut;

/** Words for rows of a comparison. */
final class DifferenceWords {
  /** Text of a side for what it does not have. */
  static final String ABSENT = "–";

  private static final int MOST_VALUE = 60;
  private static final int MOST_VALUES = 4;

  private DifferenceWords() {}

  /** A row's name as people write it: kernels by their C++ names, renamed things by both names. */
  static String name(Row row) {
    if (row.change() == Change.RENAMED) {
      for (Field field : row.fields()) {
        String before = field.values().getFirst();
        String after = field.values().getLast();
        if (field.role() == Role.NAME && before != null && after != null) {
          return before + SharedCut.ARROW + after;
        }
      }
    }
    String key = row.key();
    return key.startsWith("_Z") ? Demangler.demangle(key) : key;
  }

  /** Returns what the rows of a comparison are. */
  static String head(ComparisonKind kind) {
    return switch (kind) {
      case ARCHIVES, BUNDLES -> "Code object";
      case MANIFESTS, DISK -> "Architecture";
      case CODE_OBJECTS -> "Kernel or section";
      case KERNEL -> "Argument or setting";
      case ELF, WINDOWS -> "Part of the binary";
      case RELOCATIONS -> "Relocation";
      case LIBRARIES -> "Member";
      case TREES, ARTIFACTS -> "File";
      case CONTENTS, FILES, BYTES -> "Part";
    };
  }

  /**
   * Returns the text of one side of a row: its size, and the values that differ from other sides.
   */
  static String cell(Row row, int side) {
    Cell cell = row.cells().get(side);
    if (cell.problem() != null) {
      return "⚠ damaged on this side";
    }
    if (!cell.present()) {
      return ABSENT;
    }
    List<String> parts = new ArrayList<>();
    if (cell.sizeBytes() >= 0) {
      parts.add(
          SizeText.of(cell.sizeBytes(), row.cells().stream().mapToLong(Cell::sizeBytes).toArray()));
    }
    boolean all = row.cells().stream().allMatch(Cell::present);
    // What differs between two sides has a column of its own.
    if (parts.isEmpty() || (all && row.cells().size() > 2)) {
      values(row, side, parts);
    }
    return parts.isEmpty() ? "there" : String.join(" · ", parts);
  }

  private static void values(Row row, int side, List<String> parts) {
    List<Field> changed = row.changedFields();
    for (Field field : changed.isEmpty() ? row.fields() : changed) {
      if (field.role() == Role.NAME || isKind(field, row)) {
        continue;
      }
      String value = field.values().get(side);
      if (value != null && parts.size() < MOST_VALUES && !isSize(field, row.cells().get(side))) {
        boolean only = row.fields().size() == 1;
        parts.add(only ? shortened(value) : field.name() + " " + shortened(value));
      }
    }
  }

  /** Whether a value says what kind of thing it is, or that of a folder that is as any other. */
  private static boolean isKind(Field field, Row row) {
    return field.change() == Change.SAME
        && (field.values().contains(row.group()) || row.group().equals("folder"));
  }

  /** Whether a value says how large the thing is, which is said already. */
  private static boolean isSize(Field field, Cell cell) {
    return cell.sizeBytes() >= 0
        && (field.name().equals("size")
            || field.values().contains(Long.toString(cell.sizeBytes())));
  }

  /** The change of a cell of a row with more than two sides, before its value. */
  static String matrixCell(Row row, int side) {
    Cell cell = row.cells().get(side);
    String text = cell(row, side);
    return side == 0
            || row.cells().size() < 3
            || cell.problem() != null
            || (!cell.present() && cell.change() == Change.SAME)
        ? text
        : cell.change().sign() + " " + text;
  }

  /** Returns what differs, value by value, after what there is to say about the row. */
  static String details(Row row) {
    return details(row, "");
  }

  /**
   * Returns what differs, with what is known of contents.
   *
   * @param contents what is known of contents, which is said first; sizes are not stated again then
   */
  static String details(Row row, String contents) {
    List<String> parts = new ArrayList<>();
    if (!contents.isEmpty()) {
      parts.add(contents);
    }
    if (!row.note().isEmpty() && !isName(row.note(), row)) {
      parts.add(row.note());
    }
    if (row.cells().stream().allMatch(Cell::present)) {
      Delta grown = row.delta(row.cells().size() - 1);
      for (Field field : row.changedFields()) {
        boolean size =
            !contents.isEmpty()
                && (field.role() == Role.STORAGE
                    || (grown != null && grown.equals(field.delta(field.values().size() - 1))));
        if (field.role() != Role.NAME && !size) {
          parts.add(
              field.name().equals("value") ? values(field) : field.name() + " " + values(field));
        }
      }
      if (row.change() == Change.RENAMED && parts.isEmpty()) {
        parts.add("the name only");
      }
    }
    parts.addAll(row.problems());
    return String.join(", ", parts);
  }

  private static boolean isName(String note, Row row) {
    return note.equals(row.key()) || note.equals(name(row));
  }

  /** A value of each side. */
  static String values(Field field) {
    StringBuilder text = new StringBuilder(value(field, 0));
    for (int side = 1; side < field.values().size(); side++) {
      text.append(SharedCut.ARROW).append(value(field, side));
    }
    return text.toString();
  }

  /** A value of a side. */
  static String value(Field field, int side) {
    String value = field.shortened(side, MOST_VALUE);
    return value == null ? "none" : value;
  }

  private static String shortened(String value) {
    return value.length() <= MOST_VALUE ? value : value.substring(0, MOST_VALUE) + "…";
  }

  /** A number with its sign, grouped. */
  static String amount(long amount) {
    return String.format(Locale.ROOT, "%+,d", amount).replace(',', ' ').replace('-', '−');
  }

  /** By how many bytes a row grew, e.g. {@code +1.5 KiB (+3.4 %)}; empty if unknown. */
  static String growth(@Nullable Delta delta) {
    if (delta == null) {
      return "";
    }
    long amount = delta.amount();
    if (amount == 0) {
      return "0";
    }
    String size = (amount < 0 ? "−" : "+") + SizeText.of(Math.abs(amount));
    return delta.before() == 0 || delta.after() == 0
        ? size
        : "%s (%s)".formatted(size, delta.percentWords().replace('-', '−'));
  }

  /** The result of a comparison, as the start of a sentence. */
  static String outcome(Comparison comparison) {
    return switch (comparison.outcome()) {
      case IDENTICAL -> "Identical, byte for byte";
      case SAME -> "Same contents";
      case NOT_COMPARED -> "No difference known yet";
      case DIFFERENT -> "Different";
      case UNREADABLE -> "Not all could be compared";
    };
  }
}
