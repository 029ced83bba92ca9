package org.kpackworkbench.model.analysis.diff.assembly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Padding;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Text;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;

/**
 * The instructions of one side, by function. What depends on where the code is, the distance of a
 * branch and addresses relative to the program counter, is kept apart from the rest of an
 * instruction, so that the same code at another address has the same {@link Line#stem}s. Immutable.
 *
 * @param functions the functions of the lines, in the order of the addresses
 * @param lines lines in the order of the addresses
 * @param complete whether these are all lines; false if there were more than are listed
 * @param tool the program that listed them; null if none did
 */
public record CodeListing(
    List<Function> functions, List<Line> lines, boolean complete, @Nullable Path tool) {
  private static final Pattern BRANCH = Pattern.compile("s_(?:c?branch|call|subvector_loop)_?\\w*");
  private static final Pattern GET_PC = Pattern.compile("s_getpc_b64 s\\[(\\d+):(\\d+)]");
  private static final Pattern ADD =
      Pattern.compile(
          "(?<stem>(?<add>s_add(?:c|_co_ci|_co)?_u32) s(?<to>\\d+), s\\k<to>,)"
              + " (?<value>-?(?:0x)?[0-9a-f]+)");
  private static final Set<String> LOW = Set.of("s_add_u32", "s_add_co_u32");
  private static final String PADDING = "padding";
  private static final int MOST_BETWEEN = 6;
  private static final int DISTANCE_UNIT = 4;

  public CodeListing {
    functions = List.copyOf(functions);
    lines = List.copyOf(lines);
  }

  /**
   * An instruction, or the padding behind a function.
   *
   * @param address virtual address
   * @param sizeBytes how long it is
   * @param hex its bytes as 32-bit words; empty for padding
   * @param text as the disassembler writes it
   * @param stem the text without what depends on the place; the text where nothing does
   * @param goesTo the address that it branches to or computes; -1 if it does neither
   * @param destination what is at that address where it is outside of the listing, e.g. {@code
   *     table+0x10}; empty if that is not known
   */
  public record Line(
      long address,
      long sizeBytes,
      String hex,
      String text,
      String stem,
      long goesTo,
      String destination) {
    private static Line of(Instruction instruction, String stem, long goesTo, String destination) {
      return new Line(
          instruction.address(),
          instruction.sizeBytes(),
          instruction.hex(),
          instruction.text(),
          stem,
          goesTo,
          destination);
    }

    /** Whether it is padding, that never runs, and no instruction. */
    public boolean isPadding() {
      return hex.isEmpty();
    }

    /** Returns the instruction's name, without its operands. */
    String mnemonic() {
      if (isPadding()) {
        return PADDING;
      }
      int end = stem.indexOf(' ');
      return end < 0 ? stem : stem.substring(0, end);
    }
  }

  /**
   * Lines that have one symbol.
   *
   * @param name the symbol; empty if none was named
   * @param from the first line
   * @param to behind the last line
   */
  public record Function(String name, int from, int to) {}

  /**
   * Lists machine code. Takes as long as the tool does.
   *
   * @throws IOException if the tool fails or the code cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static CodeListing read(MachineCode code, Disassembler disassembler, Progress progress)
      throws IOException {
    Builder builder = new Builder(code.codeObject());
    Disassembler.Outcome outcome = disassembler.run(code.request(), progress, builder);
    return builder.build(outcome.complete(), outcome.tool());
  }

  /** The line of an address; -1 if none begins there. */
  int lineAt(long address) {
    int line = lineOf(address);
    return line >= 0 && lines.get(line).address() == address ? line : -1;
  }

  /** The line whose bytes an address is in; -1 if none is. */
  public int lineOf(long address) {
    int low = 0;
    int high = lines.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(lines.get(middle).address(), address);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    boolean inside = high >= 0 && address - lines.get(high).address() < lines.get(high).sizeBytes();
    return inside ? high : -1;
  }

  /** Collects lines as they come. Not safe for use by several threads. */
  static final class Builder implements Consumer<DisassemblyLine> {
    private final @Nullable CodeObject codeObject;
    private final List<Instruction> instructions = new ArrayList<>();
    private final Map<Long, Long> padding = new HashMap<>();
    private String symbol = "";

    /**
     * @param codeObject where names of addresses are; null for none
     */
    Builder(@Nullable CodeObject codeObject) {
      this.codeObject = codeObject;
    }

    @Override
    public void accept(DisassemblyLine line) {
      switch (line) {
        case Instruction instruction -> {
          symbol = instruction.symbol();
          instructions.add(instruction);
        }
        case Padding filler -> {
          padding.put(filler.address(), filler.sizeBytes());
          instructions.add(new Instruction(filler.address(), "", filler.text(), symbol, ""));
        }
        case Label _, Text _ -> {}
      }
    }

    CodeListing build(boolean complete, @Nullable Path tool) throws FormatException {
      instructions.sort((a, b) -> Long.compareUnsigned(a.address(), b.address()));
      Line[] made = new Line[instructions.size()];
      List<Function> functions = new ArrayList<>();
      int from = 0;
      for (int at = 0; at < made.length; at++) {
        Instruction instruction = instructions.get(at);
        if (made[at] == null) {
          made[at] = instruction.hex().isEmpty() ? padding(instruction) : line(instruction);
        }
        if (GET_PC.matcher(instruction.text()).matches()) {
          relative(at, made);
        }
        boolean last =
            at + 1 == made.length
                || !instructions.get(at + 1).symbol().equals(instruction.symbol());
        if (last) {
          functions.add(new Function(instruction.symbol(), from, at + 1));
          from = at + 1;
        }
      }
      return new CodeListing(functions, Arrays.asList(made), complete, tool);
    }

    private Line padding(Instruction filler) {
      return new Line(
          filler.address(),
          padding.getOrDefault(filler.address(), 0L),
          "",
          filler.text(),
          filler.text(),
          -1,
          "");
    }

    private static Line line(Instruction instruction) {
      String text = instruction.text();
      int end = text.lastIndexOf(' ');
      int distance = end < 0 ? -1 : distance(text.substring(end + 1));
      int name = text.indexOf(' ');
      if (distance < 0 || !BRANCH.matcher(text.substring(0, name)).matches()) {
        return Line.of(instruction, text, -1, "");
      }
      return Line.of(
          instruction,
          text.substring(0, end),
          instruction.address() + DISTANCE_UNIT + (long) DISTANCE_UNIT * (short) distance,
          instruction.target());
    }

    /** A branch's distance, of 16 bits without their sign; -1 if it is none. */
    private static int distance(String operand) {
      try {
        int distance = Integer.decode(operand);
        return distance < Short.MIN_VALUE || distance > 0xffff ? -1 : distance & 0xffff;
      } catch (NumberFormatException notANumber) {
        return -1;
      }
    }

    /** Finds where an address is added to the program counter, and names it. */
    private void relative(int getPc, Line[] made) throws FormatException {
      Matcher registers = GET_PC.matcher(instructions.get(getPc).text());
      if (!registers.matches()) {
        return;
      }
      int low = -1;
      int high = -1;
      for (int at = getPc + 1; at < made.length && at <= getPc + MOST_BETWEEN; at++) {
        Matcher add = ADD.matcher(instructions.get(at).text());
        if (add.matches()) {
          boolean isLow = LOW.contains(add.group("add"));
          if (isLow && low < 0 && add.group("to").equals(registers.group(1))) {
            low = at;
          } else if (!isLow && low >= 0 && add.group("to").equals(registers.group(2))) {
            high = at;
            break;
          }
        }
      }
      if (high < 0) {
        return;
      }
      long distance = (value(high) << 32) + (value(low) & 0xffffffffL);
      long address = instructions.get(getPc).address() + DISTANCE_UNIT + distance;
      String destination = name(address);
      for (int at : new int[] {low, high}) {
        Instruction add = instructions.get(at);
        String stem = add.text().substring(0, add.text().lastIndexOf(' '));
        made[at] = Line.of(add, stem, address, destination);
      }
    }

    private long value(int at) {
      Matcher add = ADD.matcher(instructions.get(at).text());
      return add.matches() ? Long.decode(add.group("value")) : 0;
    }

    private String name(long address) throws FormatException {
      CodeObject code = codeObject;
      if (code == null) {
        return "";
      }
      for (SymbolTable table : code.elf().symbolTables()) {
        ElfSymbol symbol = table.holding(address).orElse(null);
        if (symbol != null && !symbol.name().isEmpty()) {
          long inside = address - symbol.value();
          return symbol.name() + (inside == 0 ? "" : "+0x" + Long.toHexString(inside));
        }
      }
      ElfSection section = code.elf().sectionAt(address).orElse(null);
      return section == null ? "" : section.name();
    }
  }
}
