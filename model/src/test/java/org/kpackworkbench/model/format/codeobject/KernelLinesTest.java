package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Padding;

class KernelLinesTest {
  private static final long START = 0x100;

  /** What is handed over of instructions of one word, with a symbol of some bytes. */
  private static List<String> handed(@Nullable ByteRange code, boolean complete, String... texts) {
    List<DisassemblyLine> lines = new ArrayList<>();
    KernelLines kernel = KernelLines.of(code, lines::add);
    kernel.accept(new Label(START, "k"));
    long address = START;
    for (String text : texts) {
      kernel.accept(new Instruction(address, "BF800000", text, "k", ""));
      address += 4;
    }
    kernel.end(complete);
    assertThat(kernel.count()).isEqualTo(lines.size());
    return lines.stream()
        .skip(1)
        .map(
            line ->
                switch (line) {
                  case Instruction instruction -> instruction.text();
                  case Padding padding ->
                      "%d: %s, %d bytes"
                          .formatted(
                              padding.address() - START, padding.text(), padding.sizeBytes());
                  case Label label -> label.symbol();
                  case DisassemblyLine.Text text -> text.text();
                })
        .toList();
  }

  private static ByteRange words(int words) {
    return new ByteRange(0x40, 4L * words);
  }

  @Test
  void whatIsBehindTheSymbolIsPadding() {
    assertThat(handed(words(2), true, "v_nop", "s_endpgm", "s_nop 0", "s_nop 0", "s_code_end"))
        .containsExactly("v_nop", "s_endpgm", "8: 1 × s_code_end, 2 × s_nop: padding, 12 bytes");
  }

  @Test
  void paddingInTheSymbolIsPaddingToo() {
    for (ByteRange code : new ByteRange[] {words(4), words(0), null}) {
      assertThat(handed(code, true, "v_nop", "s_endpgm", "s_code_end", "s_code_end"))
          .containsExactly("v_nop", "s_endpgm", "8: 2 × s_code_end: padding, 8 bytes");
    }
  }

  @Test
  void codeBehindTheEndOfAProgramIsCode() {
    assertThat(handed(words(5), true, "s_endpgm", "s_nop 0", "v_nop", "s_nop 0", "s_endpgm"))
        .containsExactly("s_endpgm", "s_nop 0", "v_nop", "s_nop 0", "s_endpgm");
    assertThat(handed(words(2), true, "v_nop", "s_nop 0")).containsExactly("v_nop", "s_nop 0");
  }

  @Test
  void otherCodeBehindTheSymbolIsLeftOut() {
    assertThat(handed(words(1), true, "s_endpgm", "s_nop 0", "v_nop", "s_nop 0", "s_endpgm"))
        .containsExactly("s_endpgm", "4: 1 × s_nop: padding, 4 bytes");
  }

  @Test
  void whereLinesAreMissingNothingIsPadding() {
    assertThat(handed(words(9), false, "s_endpgm", "s_nop 0"))
        .containsExactly("s_endpgm", "s_nop 0");
  }

  @Test
  void paddingBehindEachSymbolIsOneLine() {
    List<DisassemblyLine> lines = new ArrayList<>();
    KernelLines symbols = KernelLines.symbols(lines::add);
    long address = START;
    for (String text :
        List.of("k:", "s_nop 0", "s_endpgm", "s_nop 0", "s_nop 0", "l:", "s_nop 0", "s_endpgm")) {
      boolean label = text.endsWith(":");
      symbols.accept(
          label ? new Label(address, text) : new Instruction(address, "BF800000", text, "k", ""));
      address += label ? 0 : 4;
    }
    symbols.end(true);
    assertThat(lines)
        .hasSize(7)
        .contains(new Padding(START + 8, 8, "2 × s_nop: padding"))
        .filteredOn(Label.class::isInstance)
        .hasSize(2);
    assertThat(lines.get(3)).isInstanceOf(Padding.class);
  }
}
