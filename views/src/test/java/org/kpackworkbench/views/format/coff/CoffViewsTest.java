package org.kpackworkbench.views.format.coff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.CoffDocument;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.format.offload.WrappersSpec;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.rows.SpecRows;

class CoffViewsTest {

  @ParameterizedTest
  @CsvSource({
    "windows.dll, Windows DLL, DIR64",
    "windows-fixed.exe, Windows program, none: the bytes in the file",
    "windows.obj, Windows object file, ADDR64"
  })
  void isNamedForWhatItIsWithItsDeviceCode(String fixture, String kind, String setBy)
      throws IOException {
    try (CoffDocument document =
        (CoffDocument)
            StandardFormats.all().open(ElfFixtures.FOLDER.resolve(fixture), Progress.NONE)) {
      Overview overview = CoffViews.overview(document);
      assertThat(overview.sentences().getFirst()).contains(kind);
      assertThat(overview.sentences().get(1)).contains("GPU code");
      assertThat(overview.state()).isEqualTo("fat");
      assertThat(SpecRows.of(new WrappersSpec(document.fat(), document.place())).getFirst())
          .containsEntry("Magic", "HIPF")
          .containsEntry("Set by relocation", setBy);
      assertThat(overview.shares().stream().mapToLong(share -> share.sizeBytes()).sum())
          .isEqualTo(document.bytes().size());
      assertThat(SpecRows.of(new CoffSectionsSpec(document.file(), document.place())))
          .extracting(row -> row.get("Device code"))
          .contains("offload bundles", "wrappers");
    }
  }

  @Test
  void partsAreFactsAndRows() throws IOException {
    try (CoffDocument document =
        (CoffDocument)
            StandardFormats.all()
                .open(ElfFixtures.FOLDER.resolve("windows-parts.dll"), Progress.NONE)) {
      assertThat(CoffViews.overview(document).facts())
          .extracting(fact -> fact.name() + ": " + fact.value())
          .contains(
              "Thread-local storage: 40 B",
              "Resources: raw data 7 1033, manifest 1 1033, 300 NAMED 1033 (84 B)");
      ImagePartsSpec spec =
          new ImagePartsSpec(document.file(), document.tables().parts(), document.place());
      assertThat(SpecRows.of(spec))
          .extracting(row -> row.get("Kind") + ", " + row.get("Offset"))
          .contains("Rich header, 0x40", "load configuration, 0x638");
      Place place = spec.place(document.tables().parts().getLast());
      assertThat(spec.shows(place)).isTrue();
      assertThat(spec.indexOf(spec.load(), place)).isEqualTo(7);
    }
  }
}
