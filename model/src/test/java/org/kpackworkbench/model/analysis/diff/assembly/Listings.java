package org.kpackworkbench.model.analysis.diff.assembly;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;

/** Listings for tests, written as assembler: {@code f:} is a function, {@code .l:} a label. */
final class Listings {
  private Listings() {}

  /**
   * A listing whose first instruction is at an address; each has four bytes.
   *
   * @param source lines
   */
  static CodeListing at(long address, String... source) {
    Map<String, Long> labels = new HashMap<>();
    long next = address;
    for (String line : source) {
      if (line.endsWith(":")) {
        labels.put(line.substring(0, line.length() - 1), next);
      } else {
        next += 4;
      }
    }
    CodeListing.Builder builder = new CodeListing.Builder(null);
    String symbol = "";
    next = address;
    for (String line : source) {
      if (line.endsWith(":")) {
        symbol = line.startsWith(".") ? symbol : line.substring(0, line.length() - 1);
        continue;
      }
      String operand = line.substring(line.lastIndexOf(' ') + 1);
      Long target = labels.get(operand);
      String text =
          target == null
              ? line
              : line.replace(operand, Long.toString(((target - next - 4) / 4) & 0xffff));
      String hex = "%08X".formatted(text.hashCode());
      builder.accept(new Instruction(next, hex, text, symbol, ""));
      next += 4;
    }
    try {
      return builder.build(true, null);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
