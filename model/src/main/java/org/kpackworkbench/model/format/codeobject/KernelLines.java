package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Padding;

/**
 * Hands over the lines of one kernel, or of all code. The tool disassembles up to the next symbol:
 * what it prints behind the end of a kernel's symbol is left out, and padding, there or at the end
 * of a symbol, becomes one line. For one run; not safe for use by several threads.
 */
final class KernelLines {
  private static final Set<String> PADDING = Set.of("s_nop", "s_code_end");

  private final Lines kind;
  private final long codeBytes;
  private final Consumer<DisassemblyLine> lines;

  /** Padding, if no instruction of the kernel follows. */
  private final List<DisassemblyLine> held = new ArrayList<>();

  private long start = -1;
  private long count;
  private boolean ended;
  private boolean other;

  private enum Lines {
    /** Every line as it is. */
    ALL,
    /** The lines of all symbols, the padding behind each as one. */
    SYMBOLS,
    /** Those of one kernel. */
    KERNEL
  }

  private KernelLines(Lines kind, long codeBytes, Consumer<DisassemblyLine> lines) {
    this.kind = kind;
    this.codeBytes = codeBytes;
    this.lines = lines;
  }

  /** Hands over every line as it is. */
  static KernelLines all(Consumer<DisassemblyLine> lines) {
    return new KernelLines(Lines.ALL, 0, lines);
  }

  /** Hands over the code of all symbols, the padding behind each as one line. */
  static KernelLines symbols(Consumer<DisassemblyLine> lines) {
    return new KernelLines(Lines.SYMBOLS, 0, lines);
  }

  /**
   * Hands over a kernel.
   *
   * @param code its code; null or of no length where its symbol does not say how long that is
   */
  static KernelLines of(@Nullable ByteRange code, Consumer<DisassemblyLine> lines) {
    return new KernelLines(Lines.KERNEL, code == null ? 0 : code.length(), lines);
  }

  void accept(DisassemblyLine line) {
    if (kind == Lines.SYMBOLS && line instanceof Label) {
      end(true);
      ended = false;
    }
    if (kind == Lines.ALL || !(line instanceof Instruction instruction)) {
      if (held.isEmpty()) {
        hand(line);
      } else {
        held.add(line);
      }
      return;
    }
    start = start < 0 ? instruction.address() : start;
    boolean inside = codeBytes == 0 || instruction.address() - start < codeBytes;
    String mnemonic = KernelFlow.mnemonic(instruction);
    if (PADDING.contains(mnemonic) && (ended || !inside)) {
      // Behind other code, padding belongs to that.
      if (!other) {
        held.add(instruction);
      }
    } else if (inside) {
      release();
      hand(instruction);
      ended = KernelFlow.ends(mnemonic);
    } else {
      other = true;
    }
  }

  /**
   * To be called after the last line.
   *
   * @param complete whether the tool printed all lines; without that, what was held may be code
   */
  void end(boolean complete) {
    List<Instruction> padding =
        held.stream().filter(Instruction.class::isInstance).map(Instruction.class::cast).toList();
    if (!complete || padding.isEmpty()) {
      release();
      return;
    }
    held.removeIf(Instruction.class::isInstance);
    release();
    Map<String, Long> counts =
        padding.stream()
            .collect(
                Collectors.groupingBy(KernelFlow::mnemonic, TreeMap::new, Collectors.counting()));
    String words =
        counts.entrySet().stream()
            .map(each -> each.getValue() + " × " + each.getKey())
            .collect(Collectors.joining(", "));
    hand(
        new Padding(
            padding.getFirst().address(),
            padding.stream().mapToLong(Instruction::sizeBytes).sum(),
            words + ": padding"));
  }

  /** How many lines were handed over. */
  long count() {
    return count;
  }

  private void release() {
    held.forEach(this::hand);
    held.clear();
  }

  private void hand(DisassemblyLine line) {
    count++;
    lines.accept(line);
  }
}
