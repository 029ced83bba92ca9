package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.views.format.offload.WrappersSpec;
import org.kpackworkbench.views.format.offload.WrappersSpec.WrapperRow;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.SpecRows;

class WrappersSpecTest {

  private static List<Map<String, String>> rows(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      return SpecRows.of(new WrappersSpec(document.fat(), document.place()));
    }
  }

  @Test
  void symbolicPointerNamesSymbolAndAddend() throws IOException {
    List<Map<String, String>> rows = rows("libaddend.so");
    assertThat(rows.get(1))
        .containsEntry("Magic", "HIPF")
        .containsEntry("Pointer", "0x11000")
        .containsEntry("Section", ".hip_fatbin")
        .containsEntry("Set by relocation", "R_X86_64_64")
        .containsEntry("Addend", "kpackfix_images + 0x10000")
        .containsEntry("Points to", "bundle 1: gfx942, gfx1100")
        .containsEntry("Version", "1")
        .containsEntry("Reserved", "0x0");
    assertThat(rows.get(0).get("Pointer table")).startsWith(".rela.dyn, entry ");
  }

  @Test
  void packedPointerSaysWhereItsAddendIs() throws IOException {
    Map<String, String> row = rows("librelr.so").getFirst();
    assertThat(row.get("Set by relocation")).isEqualTo("RELR (R_X86_64_RELATIVE)");
    assertThat(row.get("Addend")).isEqualTo(row.get("Pointer") + " (in the data)");
  }

  @Test
  void pointerOfAFixedProgramHasNoRelocation() throws IOException {
    assertThat(rows("exe-fixed-gnu").getFirst())
        .containsEntry("Set by relocation", "none: the bytes in the file")
        .containsEntry("Addend", "");
  }

  @Test
  void wrappersOnOneBundleNameEachOther() throws IOException {
    assertThat(rows("librdc.so"))
        .extracting(row -> row.get("Points to"))
        .containsExactly(
            "bundle 0: gfx1100, gfx90a (shared with wrappers 1, 2)",
            "bundle 0: gfx1100, gfx90a (shared with wrappers 0, 2)",
            "bundle 0: gfx1100, gfx90a (shared with wrappers 0, 1)");
  }

  @Test
  void convertedWrapperPointsToTheMarkerAndStatesItsIndex() throws IOException {
    assertThat(rows("libhostonly.so"))
        .extracting(
            row -> row.get("Magic") + ", " + row.get("Points to") + ", " + row.get("Reserved"))
        .containsExactly(
            "HIPK, the marker, index 0", "HIPK, the marker, index 1", "HIPK, the marker, index 2");
  }

  @Test
  void wrongIndexStandsOut() throws IOException {
    ElfDocument good = ElfFixtures.open("libhostonly.so");
    Wrapper second = good.fat().wrappers().get(1);
    good.close();
    ElfDocument broken =
        ElfFixtures.changed(
            "libhostonly.so", bytes -> buffer(bytes).putInt((int) second.range().start() + 16, 2));
    assertThat(SpecRows.problems(new WrappersSpec(broken.fat(), broken.place())))
        .containsExactly(
            "",
            "It states index 2 but is wrapper 1: a loader would request another wrapper's code.",
            "");
  }

  @Test
  void unknownMagicAndVersionStandOut() throws IOException {
    ElfDocument good = ElfFixtures.open("libone.so");
    int start = (int) good.fat().wrappers().getFirst().range().start();
    good.close();
    ElfDocument broken =
        ElfFixtures.changed(
            "libone.so", bytes -> buffer(bytes).putInt(start, 0x12345678).putInt(start + 4, 3));
    WrappersSpec spec = new WrappersSpec(broken.fat(), broken.place());
    assertThat(SpecRows.problems(spec).getFirst())
        .contains("0x12345678, neither HIPF nor HIPK")
        .contains("The version is 3");
    assertThat(SpecRows.of(spec).getFirst()).containsEntry("Magic", "0x12345678");
  }

  @Test
  void eachPlaceLeadsBackToItsRow() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libhundred.so")) {
      WrappersSpec spec = new WrappersSpec(document.fat(), document.place());
      RowSource<WrapperRow> rows = spec.load();
      assertThat(rows.size()).isEqualTo(120);
      for (int i = 0; i < rows.size(); i++) {
        Place place = spec.place(rows.row(i));
        assertThat(spec.shows(place)).isTrue();
        assertThat(spec.indexOf(rows, place)).isEqualTo(i);
      }
      assertThat(spec.shows(document.place())).isFalse();
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
