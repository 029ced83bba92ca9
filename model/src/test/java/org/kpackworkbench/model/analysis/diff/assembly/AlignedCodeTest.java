package org.kpackworkbench.model.analysis.diff.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Counts;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Piece;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;

class AlignedCodeTest {
  private static final String[] LOOP = {
    "f:",
    "s_load_b64 s[0:1], s[4:5], 0x0",
    ".top:",
    "v_add_f32_e32 v0, v1, v2",
    "s_cbranch_scc0 .out",
    "s_cbranch_scc1 .top",
    ".out:",
    "s_endpgm"
  };

  @Test
  void theSameCodeAtAnotherAddressIsTheSame() {
    AlignedCode code = code(Listings.at(0x1000, LOOP), Listings.at(0x5500, LOOP));
    assertThat(code.counts()).isEqualTo(new Counts(5, 0, 0, 0));
    assertThat(code.differences()).isZero();
    assertThat(code.isHeading(0)).isTrue();
    assertThat(code.function(3)).isEqualTo("f");
    assertThat(code.line(1, 1).address()).isEqualTo(0x5500);
    assertThat(texts(code, 0)).isEqualTo(texts(code, 1)).contains("s_cbranch_scc1 L1");
    assertThat(code.label(0, 2)).isEqualTo("L1");
    assertThat(code.label(1, 5)).isEqualTo("L2");
    assertThat(code.label(1, 3)).isEmpty();
  }

  @Test
  void anInsertedInstructionIsOneDifference() {
    String[] longer = with(LOOP, 4, "v_mul_f32_e32 v0, v0, v0");
    AlignedCode code = code(Listings.at(0x1000, LOOP), Listings.at(0x1000, longer));
    assertThat(code.counts()).isEqualTo(new Counts(5, 0, 1, 0));
    int row = code.nextDifference(0);
    assertThat(code.change(row)).isEqualTo(Change.ADDED);
    assertThat(code.line(0, row)).isNull();
    assertThat(code.text(1, row)).isEqualTo("v_mul_f32_e32 v0, v0, v0");
    assertThat(code.nextDifference(row + 1)).isEqualTo(-1);
    assertThat(code.previousDifference(code.rowCount() - 1)).isEqualTo(row);
    AlignedCode back = code(Listings.at(0x1000, longer), Listings.at(0x1000, LOOP));
    assertThat(back.counts()).isEqualTo(new Counts(5, 0, 0, 1));
  }

  @Test
  void aBranchToWhatWasInsertedAtItsTargetIsTheSame() {
    String[] longer = with(LOOP, 3, "s_nop 0");
    AlignedCode code = code(Listings.at(0, LOOP), Listings.at(0, longer));
    assertThat(code.counts()).isEqualTo(new Counts(5, 0, 1, 0));
    assertThat(code.label(1, 2)).isEqualTo(code.label(0, 3)).isEqualTo("L1");
  }

  @Test
  void aBranchThatGoesElsewhereDiffers() {
    String[] other = LOOP.clone();
    other[4] = "s_cbranch_scc0 .top";
    AlignedCode code = code(Listings.at(0, LOOP), Listings.at(0, other));
    assertThat(code.counts()).isEqualTo(new Counts(4, 1, 0, 0));
    assertThat(code.pieces(1, code.nextDifference(0)))
        .containsExactly(new Piece("s_cbranch_scc0 ", false), new Piece("L1", true));
  }

  @Test
  void operandsThatDifferAreMarked() {
    String[] other = LOOP.clone();
    other[3] = "v_add_f32_e32 v0, v7, v2";
    AlignedCode code = code(Listings.at(0, LOOP), Listings.at(0, other));
    int row = code.nextDifference(0);
    assertThat(code.change(row)).isEqualTo(Change.CHANGED);
    assertThat(code.pieces(0, row))
        .containsExactly(
            new Piece("v_add_f32_e32 v0, ", false),
            new Piece("v1", true),
            new Piece(", v2", false));
    assertThat(code.pieces(1, row)).contains(new Piece("v7", true));
    assertThat(code.pieces(1, row + 1)).hasSize(1).noneMatch(Piece::differs);
  }

  @Test
  void oneInstructionInPlaceOfAnotherIsOneChange() {
    String[] other = LOOP.clone();
    other[3] = "v_fma_f32 v0, v1, v2, v3";
    AlignedCode code = code(Listings.at(0, LOOP), Listings.at(0, other));
    assertThat(code.counts()).isEqualTo(new Counts(4, 1, 0, 0));
  }

  @Test
  void functionsAreAlignedByName() {
    CodeListing one = Listings.at(0, "f:", "s_nop 1", "s_endpgm", "g:", "s_nop 2", "s_endpgm");
    CodeListing other =
        Listings.at(0, "g:", "s_nop 2", "s_endpgm", "h:", "s_endpgm", "f:", "s_nop 1", "s_endpgm");
    AlignedCode code = code(one, other);
    assertThat(code.counts()).isEqualTo(new Counts(4, 0, 1, 0));
    assertThat(code.differences()).isEqualTo(1);
    int row = code.nextDifference(0);
    assertThat(code.isHeading(row)).isTrue();
    assertThat(code.function(row)).isEqualTo("h");
    assertThat(code.isPresent(0, row)).isFalse();
    assertThat(code.isPresent(1, row)).isTrue();
  }

  @Test
  void threeSidesAreComparedWithTheFirst() {
    String[] second = with(LOOP, 4, "s_nop 7");
    String[] third = with(LOOP, 4, "s_nop 8");
    third[3] = "v_add_f32_e32 v9, v1, v2";
    AlignedCode code =
        code(Listings.at(0, LOOP), Listings.at(0, second), Listings.at(0x100, third));
    assertThat(code.counts()).isEqualTo(new Counts(4, 1, 1, 0));
    int row = code.nextDifference(0);
    assertThat(code.text(2, row)).contains("v9");
    assertThat(code.pieces(0, row)).contains(new Piece("v0", true));
    assertThat(code.pieces(1, row)).noneMatch(Piece::differs);
    assertThat(code.text(1, row + 1)).isEqualTo("s_nop 7");
    assertThat(code.text(2, row + 1)).isEqualTo("s_nop 8");
  }

  @Test
  void anAddressFromTheProgramCounterIsWhereItLeads() {
    String[] near = {
      "f:", "s_getpc_b64 s[4:5]", "s_add_u32 s4, s4, 8", "s_addc_u32 s5, s5, 0", "s_endpgm"
    };
    String[] far = {
      "f:",
      "s_getpc_b64 s[4:5]",
      "s_add_u32 s4, s4, 12",
      "s_addc_u32 s5, s5, 0",
      "s_nop 0",
      "s_endpgm"
    };
    AlignedCode code = code(Listings.at(0, near), Listings.at(0x40, far));
    assertThat(code.counts()).isEqualTo(new Counts(4, 0, 1, 0));
    assertThat(code.text(1, 2)).isEqualTo("s_add_u32 s4, s4, L1");
    assertThat(code.label(1, code.rowCount() - 1)).isEqualTo("L1");
  }

  @Test
  void withOtherRegistersThroughoutWhatDoesTheSameIsBesideIt() {
    List<String> one = new ArrayList<>(List.of("f:"));
    List<String> other = new ArrayList<>(List.of("f:"));
    for (int at = 0; at < 20; at++) {
      one.add("v_op%d v%d, v1".formatted(at, at));
      other.add("v_op%d v%d, v1".formatted(at, at + 40));
    }
    // By chance this is equal, far from where it belongs.
    one.addFirst("v_mov_b32 v0, 0");
    one.addFirst(one.remove(1));
    other.add("v_mov_b32 v0, 0");
    AlignedCode code =
        code(
            Listings.at(0, one.toArray(String[]::new)),
            Listings.at(0, other.toArray(String[]::new)));
    assertThat(code.counts()).isEqualTo(new Counts(0, 20, 1, 1));
  }

  @Test
  void theRealToolListsBothSides() throws IOException {
    Disassembler disassembler;
    try {
      disassembler = new Disassembler(DisassemblerFinder.ofSystem().find(null));
      CodeListing usual = read("axpy-gfx1100.hsaco", disassembler);
      CodeListing debug = read("axpy-gfx1100-debug.hsaco", disassembler);
      AlignedCode code = code(usual, debug);
      assertThat(code.counts().same()).isPositive();
      assertThat(different(code.counts())).isZero();
      assertThat(usual.functions()).extracting(CodeListing.Function::name).doesNotContain("");
      assertThat(usual.lines()).filteredOn(line -> line.mnemonic().equals("s_code_end")).isEmpty();
      assertThat(usual.lines()).filteredOn(CodeListing.Line::isPadding).isNotEmpty();
      assertThat(usual.lines().getLast().isPadding()).isTrue();
      AlignedCode kernels = code(usual, read("axpy-gfx1030-v4.hsaco", disassembler));
      assertThat(different(kernels.counts())).isPositive();
      assertThat(kernels.counts().same()).isPositive();
    } catch (DisassemblyException failure) {
      switch (failure.reason()) {
        case NOT_INSTALLED, UNKNOWN_PROCESSOR -> abort(failure.getMessage());
        case FAILED, TIMED_OUT -> throw failure;
      }
    }
  }

  private static CodeListing read(String fixture, Disassembler disassembler) throws IOException {
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      MachineCode code = new MachineCode(CodeObject.read(file.view()), null, 0);
      return CodeListing.read(code, disassembler, Progress.NONE);
    }
  }

  @Test
  void aHundredThousandInstructionsAreAligned() {
    List<String> source = new ArrayList<>(List.of("f:"));
    IntStream.range(0, 100_000)
        .forEach(at -> source.add("v_add_f32_e32 v%d, v%d, v0".formatted(at % 251, at % 17)));
    String[] one = source.toArray(String[]::new);
    String[] other = with(one, 50_000, "s_nop 3");
    AlignedCode code = code(Listings.at(0, one), Listings.at(0x10000, other));
    assertThat(code.counts()).isEqualTo(new Counts(100_000, 0, 1, 0));
  }

  @Test
  void itCanBeCancelled() {
    List<CodeListing> sides = List.of(Listings.at(0, LOOP), Listings.at(0, "f:", "s_endpgm"));
    assertThatThrownBy(() -> AlignedCode.of(sides, () -> true))
        .isInstanceOf(CancellationException.class);
  }

  private static AlignedCode code(CodeListing... sides) {
    return AlignedCode.of(List.of(sides), Progress.NONE);
  }

  private static List<String> texts(AlignedCode code, int side) {
    return IntStream.range(0, code.rowCount()).mapToObj(row -> code.text(side, row)).toList();
  }

  private static String[] with(String[] lines, int at, String line) {
    List<String> more = new ArrayList<>(Arrays.asList(lines));
    more.add(at, line);
    return more.toArray(String[]::new);
  }

  private static int different(AlignedCode.Counts counts) {
    return counts.changed() + counts.added() + counts.removed();
  }
}
