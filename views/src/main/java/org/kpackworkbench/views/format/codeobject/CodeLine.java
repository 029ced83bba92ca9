package org.kpackworkbench.views.format.codeobject;

import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;

/** A line of a kernel's machine code with its number, as its table shows it. */
record CodeLine(int number, DisassemblyLine line) {
  /** Labels begin further left than instructions. */
  static final String INDENT = "  ";

  String address() {
    return switch (line) {
      case Instruction instruction -> hex(instruction.address());
      case DisassemblyLine.Label label -> hex(label.address());
      case DisassemblyLine.Padding padding -> hex(padding.address());
      case DisassemblyLine.Text text -> "";
    };
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  String bytes() {
    return line instanceof Instruction instruction ? instruction.hex() : "";
  }

  String text() {
    return switch (line) {
      case Instruction instruction -> INDENT + instruction.text();
      case DisassemblyLine.Label label -> label.symbol() + ":";
      case DisassemblyLine.Padding padding -> INDENT + padding.text();
      case DisassemblyLine.Text text -> text.text();
    };
  }

  String target() {
    return line instanceof Instruction instruction ? instruction.target() : "";
  }
}
