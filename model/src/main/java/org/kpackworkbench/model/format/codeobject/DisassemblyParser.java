package org.kpackworkbench.model.format.codeobject;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.format.codeobject.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.DisassemblyLine.Text;

/** Reads the lines that {@code llvm-objdump} prints for AMD GPUs, one after another. */
final class DisassemblyParser {
  private static final Pattern LABEL = Pattern.compile("([0-9a-fA-F]{8,16}) <(.*)>:");
  private static final Pattern INSTRUCTION =
      Pattern.compile(
          "\\s+(?<text>.*?)\\s*// (?<address>[0-9A-F]{8,16}):(?<hex>(?: [0-9A-F]{8})+)(?: <(?<target>.*)>)?\\s*");

  private String symbol = "";

  DisassemblyLine parse(String line) {
    if (line.indexOf("//") > 0) {
      Matcher instruction = INSTRUCTION.matcher(line);
      if (instruction.matches()) {
        String target = instruction.group("target");
        return new Instruction(
            Long.parseUnsignedLong(instruction.group("address"), 16),
            instruction.group("hex").strip(),
            instruction.group("text"),
            symbol,
            target == null ? "" : target);
      }
    }
    if (line.endsWith(">:")) {
      Matcher label = LABEL.matcher(line);
      if (label.matches()) {
        symbol = label.group(2);
        return new Label(Long.parseUnsignedLong(label.group(1), 16), symbol);
      }
    }
    return new Text(line.strip());
  }
}
