package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Registers;
import org.kpackworkbench.model.format.codeobject.AssemblyText.TokenKind;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.KernelFlow.Block;
import org.kpackworkbench.model.format.codeobject.KernelFlow.Loop;

class KernelFlowTest {
  private final List<DisassemblyLine> lines = new ArrayList<>();

  /** One word for each instruction; a number behind the text is how many words a branch goes. */
  private void code(String... texts) {
    lines.clear();
    for (String text : texts) {
      int bar = text.indexOf('|');
      int words = bar < 0 ? 0 : Integer.parseInt(text.substring(bar + 1));
      lines.add(
          new Instruction(
              0x100 + 4L * lines.size(),
              "%08X".formatted(0xBF800000 | (words & 0xffff)),
              bar < 0 ? text : text.substring(0, bar),
              "k",
              ""));
    }
  }

  private List<Integer> live() {
    LiveRegisters live = LiveRegisters.of(lines, KernelFlow.of(lines));
    return IntStream.range(0, lines.size()).mapToObj(live::before).toList();
  }

  private static List<Registers> registers(String text) {
    return AssemblyText.of(text).tokens().stream()
        .map(AssemblyText.Token::registers)
        .filter(java.util.Objects::nonNull)
        .toList();
  }

  @Test
  void textIsTakenApart() {
    String text = "v_add_f32_e64 v3, -s[2:3], 0x1f clamp /*v259*/";
    assertThat(
            AssemblyText.of(text).tokens().stream()
                .map(token -> token.kind() + " " + text.substring(token.start(), token.end())))
        .containsExactly(
            "MNEMONIC v_add_f32_e64",
            "REGISTER v3",
            "REGISTER s[2:3]",
            "IMMEDIATE 0x1f",
            "WORD clamp",
            "COMMENT /*v259*/");
    assertThat(AssemblyText.of("s_cbranch_execz 22").tokens().getLast().kind())
        .isEqualTo(TokenKind.LABEL);
    assertThat(AssemblyText.of("v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 1").tokens())
        .filteredOn(token -> token.kind() == TokenKind.MNEMONIC)
        .hasSize(2);
  }

  @Test
  void registersOverlapByNumber() {
    Registers three = registers("v_mov_b32 v3, 0").getFirst();
    assertThat(registers("x v[2:5], v[4:5], s3, v3.h, vcc_lo"))
        .extracting(three::overlaps)
        .containsExactly(true, false, false, true, false);
    assertThat(registers("x vcc").getFirst().overlaps(registers("x vcc_hi").getFirst())).isTrue();
    assertThat(registers("x vcc_lo").getFirst().overlaps(registers("x vcc_hi").getFirst()))
        .isFalse();
  }

  @Test
  void branchesEndBlocksAndTheirTargetsStartThem() {
    code("s_mov_b32 s0, 0", "s_cbranch_scc1 1|1", "v_nop", "s_endpgm", "s_code_end");
    KernelFlow flow = KernelFlow.of(lines);
    assertThat(flow.blocks())
        .containsExactly(
            new Block(0, 2, List.of(1, 2), false),
            new Block(2, 3, List.of(2), false),
            new Block(3, 4, List.of(), false),
            new Block(4, 5, List.of(), true));
    assertThat(flow.target(1)).isEqualTo(3);
    assertThat(flow.loops()).isEmpty();
  }

  @Test
  void loopsAreNested() {
    code(
        "v_nop",
        "v_nop", // the outer head
        "v_nop", // the inner head
        "s_cbranch_scc1 65534|-2",
        "s_cbranch_scc0 65532|-4",
        "s_endpgm");
    assertThat(KernelFlow.of(lines).loops()).containsExactly(new Loop(1, 5, 0), new Loop(2, 4, 1));
  }

  @Test
  void aBranchOutOfTheListingKeepsEveryRegister() {
    code("v_mov_b32 v0, 0", "v_mov_b32 v1, 0", "s_branch 100|100");
    assertThat(KernelFlow.of(lines).target(2)).isEqualTo(-1);
    assertThat(live()).containsExactly(0, 1, 2);
  }

  @Test
  void valuesLiveFromTheirWriteToTheirLastRead() {
    code(
        "global_load_b64 v[2:3], v0, s[0:1]",
        "v_add_f32_e32 v1, v2, v3",
        "global_store_b32 v0, v1, s[0:1]",
        "s_endpgm");
    assertThat(live()).containsExactly(1, 3, 2, 0);
    LiveRegisters live = LiveRegisters.of(lines, KernelFlow.of(lines));
    assertThat(live.peak()).isEqualTo(3);
    assertThat(live.peakLine()).isEqualTo(1);
  }

  @Test
  void whatALoopReadsAgainStaysAliveInIt() {
    code(
        "v_mov_b32 v5, 1",
        "v_mov_b32 v1, 0",
        "v_add_f32 v1, v1, v5",
        "s_cbranch_scc1 65534|-2",
        "ds_write_b32 v1, v1",
        "s_endpgm");
    assertThat(live()).containsExactly(0, 1, 2, 2, 1, 0);
  }

  @Test
  void writesThatAreNotCertainEndNoLife() {
    for (String write :
        List.of(
            "v_fmac_f32 v1, v0, v0",
            "v_add_f16_e32 v1, v0, v0",
            "v_mov_b32_dpp v1, v0 quad_perm:[0,0,0,0] row_mask:0xf",
            "v_mov_b32_sdwa v1, v0 dst_sel:WORD_1",
            "v_writelane_b32 v1, s0, 3",
            "v_mov_b16 v1.h, v0.l",
            "ds_read_u16_d16_hi v1, v0",
            "v_swap_b32 v1, v0",
            "buffer_atomic_add v1, v0, s[0:3], 0 offen glc",
            "unheard_of v1, v0")) {
      code(write, "ds_write_b32 v0, v1", "s_endpgm");
      assertThat(live()).as(write).containsExactly(2, 2, 0);
    }
    for (String write :
        List.of("v_mov_b32 v1, v0", "ds_add_rtn_u32 v1, v0, v0", "v_cvt_f32_f16 v1, v0")) {
      code(write, "ds_write_b32 v0, v1", "s_endpgm");
      assertThat(live()).as(write).containsExactly(1, 2, 0);
    }
  }

  @Test
  void comparisonsAndAtomicsWithoutAResultOnlyRead() {
    code(
        "v_cmpx_gt_u32_e32 v0, v1",
        "global_atomic_add_u32 v2, v3, s[0:1]",
        "global_atomic_add_u32 v4, v5, v6, s[0:1] glc",
        "exp mrt0 v4, v4, v4, v4 done",
        "s_endpgm");
    assertThat(live()).containsExactly(6, 4, 2, 1, 0);
  }

  @Test
  void twoInstructionsInOneReadBeforeTheyWrite() {
    code("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0", "ds_write_b32 v0, v1", "s_endpgm");
    assertThat(live()).containsExactly(2, 2, 0);
  }

  @Test
  void accumulatorsCountAndIndexedRegistersAreUnknown() {
    code("v_accvgpr_write_b32 a0, v0", "v_accvgpr_read_b32 v1, a0", "ds_write_b32 v0, v1");
    assertThat(live().getFirst()).isEqualTo(1);
    assertThat(live().get(1)).isEqualTo(2);
    code("v_movrels_b32 v0, v1", "s_endpgm");
    assertThat(live()).containsExactly(-1, -1);
    assertThat(LiveRegisters.of(lines, KernelFlow.of(lines)).unknown()).contains("v_movrels_b32");
  }
}
