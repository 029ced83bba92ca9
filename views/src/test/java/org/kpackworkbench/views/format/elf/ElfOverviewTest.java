package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.Share;

class ElfOverviewTest {

  private static Overview overview(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      return ElfOverview.of(document);
    }
  }

  static List<String> hostBinaries() {
    return ElfFixtures.hostBinaries();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "libone.so     | fat                      | a shared library for x86-64 | It is fat",
        "exe-pie-gnu   | fat                      | a position-independent program for x86-64 | fat",
        "exe-fixed-lld | fat                      | a program at fixed addresses for x86-64 | fat",
        "object.o      | fat                      | an object file, not linked yet, | fat",
        "libhostonly.so| host-only                | shared library | in .kpack archives",
        "libplain.so   | no GPU code              | shared library | contains no GPU code",
        "libcomm.so    | GPU code without wrappers| shared library | cannot be made host-only",
        "object-rdc.o  | GPU code not linked yet  | object file | -fgpu-rdc",
        "libnosections.so | no section headers    | shared library | cannot be found by name"
      })
  void saysWhatAFileIs(String fixture, String state, String kind, String sentence)
      throws IOException {
    Overview overview = overview(fixture);
    assertThat(overview.state()).isEqualTo(state);
    assertThat(overview.sentences().getFirst()).contains(kind);
    assertThat(String.join(" ", overview.sentences())).contains(sentence);
  }

  @Test
  void halfConvertedFileIsDiagnosed() throws IOException {
    Wrapper second;
    try (ElfDocument document = ElfFixtures.open("libhostonly.so")) {
      second = document.fat().wrappers().get(1);
    }
    ElfDocument half =
        ElfFixtures.changed(
            "libhostonly.so",
            // HIPF, as the bytes are in the file
            bytes ->
                System.arraycopy(
                    new byte[] {0x46, 0x50, 0x49, 0x48},
                    0,
                    bytes,
                    (int) second.range().start(),
                    4));
    Overview overview = ElfOverview.of(half);
    assertThat(overview.state()).isEqualTo("half-converted");
    assertThat(overview.well()).isFalse();
    assertThat(overview.warnings().getFirst())
        .isEqualTo("2 of 3 wrappers are HIPK, the others are not (1).");
  }

  @ParameterizedTest
  @MethodSource("hostBinaries")
  void sharesAddUpToTheFile(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      Overview overview = ElfOverview.of(document);
      assertThat(overview.shares().stream().mapToLong(Share::sizeBytes).sum())
          .isEqualTo(document.bytes().size());
    }
  }

  @Test
  void sharedBundleCountsOnce() throws IOException {
    Overview overview = overview("librdc.so");
    assertThat(overview.targets())
        .extracting(share -> share.target() + " " + share.codeObjects())
        .containsExactly("gfx90a 1", "gfx1100 1");
  }

  @Test
  void targetsHaveTheirSizes() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libdrift.so")) {
      Map<String, Integer> counts =
          ElfOverview.of(document).targets().stream()
              .collect(Collectors.toMap(s -> s.target().toString(), TargetBytes::codeObjects));
      assertThat(counts)
          .containsExactlyInAnyOrderEntriesOf(
              Map.of("gfx1030", 1, "gfx1100", 4, "gfx90a", 3, "gfx942", 3));
    }
  }

  @Test
  void factsNameWhatTheLoaderNeeds() throws IOException {
    Map<String, String> facts =
        overview("libhostonly.so").facts().stream()
            .collect(Collectors.toMap(Fact::name, Fact::value, (a, b) -> a));
    assertThat(facts.get("Needed")).contains("libamdhip64.so.5");
    assertThat(facts.get(".hip_fatbin")).contains("zero-filled: it takes no room in the file");
    assertThat(facts).containsKeys("Name in archives", "Archives at", "Size", "Sections");
  }
}
