package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

class ProcessorTableTest {
  /** {@code EF_AMDGPU_MACH_*} of LLVM 19's {@code BinaryFormat/ELF.h}, numbers in hexadecimal. */
  private static final String LLVM_19 =
      """
      01=r600 02=r630 03=rs880 04=rv670 05=rv710 06=rv730 07=rv770 08=cedar 09=cypress 0a=juniper
      0b=redwood 0c=sumo 0d=barts 0e=caicos 0f=cayman 10=turks 20=gfx600 21=gfx601 22=gfx700
      23=gfx701 24=gfx702 25=gfx703 26=gfx704 28=gfx801 29=gfx802 2a=gfx803 2b=gfx810 2c=gfx900
      2d=gfx902 2e=gfx904 2f=gfx906 30=gfx908 31=gfx909 32=gfx90c 33=gfx1010 34=gfx1011
      35=gfx1012 36=gfx1030 37=gfx1031 38=gfx1032 39=gfx1033 3a=gfx602 3b=gfx705 3c=gfx805
      3d=gfx1035 3e=gfx1034 3f=gfx90a 40=gfx940 41=gfx1100 42=gfx1013 43=gfx1150 44=gfx1103
      45=gfx1036 46=gfx1101 47=gfx1102 48=gfx1200 4a=gfx1151 4b=gfx941 4c=gfx942 4e=gfx1201
      51=gfx9-generic 52=gfx10-1-generic 53=gfx10-3-generic 54=gfx11-generic 55=gfx1152
      59=gfx12-generic
      """;

  private final ProcessorTable table = ProcessorTable.standard();

  @Test
  void namesWhatLlvm19Numbers() {
    Map<Integer, String> expected =
        List.of(LLVM_19.strip().split("\\s+", -1)).stream()
            .collect(
                Collectors.toMap(
                    pair -> Integer.parseInt(pair.split("=", -1)[0], 16),
                    pair -> pair.split("=", -1)[1]));
    assertThat(expected).hasSize(66);
    expected.forEach((number, name) -> assertThat(table.byNumber(number).name()).isEqualTo(name));
  }

  @ParameterizedTest
  @CsvSource({
    "0x49, gfx1250, GFX12_5",
    "0x4f, gfx950, GFX950",
    "0x50, gfx1310, GFX13",
    "0x57, gfx1154, GFX11",
    "0x58, gfx1153, GFX11",
    "0x5a, gfx1251, GFX12_5",
    "0x5b, gfx12-5-generic, GFX12_5",
    "0x5d, gfx1170, GFX11_7",
    "0x5f, gfx9-4-generic, GFX90A",
    "0x62, gfx11-7-generic, GFX11_7",
    "0x63, gfx13-generic, GFX13",
    "0xeb, gfx1250-strict, GFX12_5"
  })
  void namesNewerOnes(String number, String name, Generation generation) {
    Processor processor = table.byNumber(Integer.decode(number));
    assertThat(processor.name()).isEqualTo(name);
    assertThat(processor.generation()).isEqualTo(generation);
    assertThat(processor.known()).isTrue();
    assertThat(table.byName(name)).isEqualTo(processor);
  }

  @Test
  void aNumberThatIsNotListedIsShownAsItIs() {
    Processor processor = table.byNumber(0xfa);
    assertThat(processor.name()).isEqualTo("0xfa");
    assertThat(processor.known()).isFalse();
    assertThat(processor.generation()).isEqualTo(Generation.UNKNOWN);
    assertThat(table.byNumber(0).name()).isEqualTo("0x00");
    assertThat(table.byName("gfx4711")).isNull();
  }

  @Test
  void generationsFitTheNames() {
    assertThat(table.processors())
        .filteredOn(processor -> processor.name().startsWith("gfx"))
        .allSatisfy(
            processor ->
                assertThat(processor.generation().text())
                    .startsWith(GpuTarget.of(processor.name()).family()));
  }

  @Test
  void featuresAreSelectableFixedOrAbsent() {
    assertThat(table.byName("gfx90a").xnack()).isEqualTo(Choice.SELECTABLE);
    assertThat(table.byName("gfx90a").sramecc()).isEqualTo(Choice.SELECTABLE);
    assertThat(table.byName("gfx1010").xnack()).isEqualTo(Choice.SELECTABLE);
    assertThat(table.byName("gfx1010").sramecc()).isEqualTo(Choice.NONE);
    assertThat(table.byName("gfx1250").xnack()).isEqualTo(Choice.ALWAYS_ON);
    assertThat(table.byName("gfx1100").xnack()).isEqualTo(Choice.NONE);
  }

  @Test
  void aLineAddsAProcessor() throws IOException {
    ProcessorTable extended =
        readTable(new StringReader("# a comment\n\n0xf0 gfx1400 gfx13 (xnack),sramecc\n"));
    assertThat(extended.byNumber(0xf0).name()).isEqualTo("gfx1400");
    assertThat(extended.byNumber(0xf0).xnack()).isEqualTo(Choice.ALWAYS_ON);
    assertThat(extended.byNumber(0xf0).sramecc()).isEqualTo(Choice.SELECTABLE);
  }

  @Test
  void aNumberThatStandsTwiceIsRefused() {
    assertThatThrownBy(() -> readTable(new StringReader("0x1 a gfx9 -\n0x1 b gfx9 -\n")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("listed twice");
  }

  private static ProcessorTable readTable(StringReader text) throws IOException {
    return ProcessorTable.of(GpuTable.listed(text));
  }
}
