package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Text;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyParser;

class DisassemblyParserTest {
  private final DisassemblyParser parser = new DisassemblyParser();

  @Test
  void labelsNameTheSymbolOfWhatFollows() {
    assertThat(parser.parse("0000000000001800 <_Z3fooPi>:"))
        .isEqualTo(new Label(0x1800, "_Z3fooPi"));
    assertThat(
            parser.parse(
                "\ts_load_b32 s6, s[0:1], 0x8                                 // 000000001800: F4000180 F8000008"))
        .isEqualTo(
            new Instruction(
                0x1800, "F4000180 F8000008", "s_load_b32 s6, s[0:1], 0x8", "_Z3fooPi", ""));
  }

  @Test
  void branchesNameWhereTheyGo() {
    assertThat(
            parser.parse(
                "\ts_cbranch_scc1 35                                          // 000000001810: BFA20023 <foo+0xa0>"))
        .isEqualTo(new Instruction(0x1810, "BFA20023", "s_cbranch_scc1 35", "", "foo+0xa0"));
  }

  @Test
  void otherLinesAreKept() {
    assertThat(parser.parse("Disassembly of section .text:"))
        .isEqualTo(new Text("Disassembly of section .text:"));
    assertThat(parser.parse("\t.amdhsa_next_free_vgpr 8"))
        .isEqualTo(new Text(".amdhsa_next_free_vgpr 8"));
    assertThat(parser.parse("\tv_nonsense // no address"))
        .isEqualTo(new Text("v_nonsense // no address"));
    assertThat(parser.parse("<>:")).isEqualTo(new Text("<>:"));
  }
}
