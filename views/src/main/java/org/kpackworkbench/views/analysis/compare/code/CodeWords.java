package org.kpackworkbench.views.analysis.compare.code;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Counts;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing.Line;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;

/** Words for compared machine code. */
final class CodeWords {
  private CodeWords() {}

  static String address(Line line) {
    return "0x" + Long.toHexString(line.address());
  }

  static String instructions(int count) {
    return CountText.grouped(count, "instruction");
  }

  /** The kinds of rows that there are. */
  static String counts(Counts counts) {
    List<String> parts = new ArrayList<>();
    add(parts, counts.changed(), "changed");
    add(parts, counts.added(), "added");
    add(parts, counts.removed(), "removed");
    parts.add(instructions(counts.same()) + " the same");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(CountText.grouped(count) + " " + what);
    }
  }

  /** Returns the text for the rows that a fold replaces. */
  static String fold(Shown fold) {
    return "⋯ %s equal rows ⋯".formatted(CountText.grouped(fold.folded()));
  }

  /** A function's name for people. */
  static String function(String symbol) {
    return symbol.isEmpty()
        ? "code without a symbol"
        : symbol.startsWith("_Z") ? Demangler.demangle(symbol) : symbol;
  }

  /** Returns the text of a side in a row, in full. */
  static String full(AlignedCode code, int side, int row) {
    if (code.isHeading(row)) {
      return code.isPresent(side, row) ? function(code.function(row)) : "no such function";
    }
    Line line = code.line(side, row);
    if (line == null) {
      return "no instruction here";
    }
    if (line.isPadding()) {
      return address(line) + "  " + line.text();
    }
    String label = code.label(side, row);
    String text = code.text(side, row);
    return "%s  %s%s  (%s)%s"
        .formatted(
            address(line),
            label.isEmpty() ? "" : label + ": ",
            text,
            line.hex(),
            text.equals(line.text()) ? "" : ", that is " + line.text());
  }

  /** A row as text, a column for each side. */
  static String copied(AlignedCode code, Shown shown) {
    if (shown.isFold()) {
      return fold(shown);
    }
    List<String> parts = new ArrayList<>();
    for (int side = 0; side < code.sides().size(); side++) {
      Line line = code.line(side, shown.row());
      parts.add(
          code.isHeading(shown.row())
              ? code.isPresent(side, shown.row()) ? code.function(shown.row()) + ":" : ""
              : line == null ? "" : address(line) + " " + code.text(side, shown.row()));
    }
    return String.join("\t", parts);
  }
}
