package org.kpackworkbench.views.format.coff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.CoffDocument;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.rows.SpecRows;

class CoffViewsTest {

  @ParameterizedTest
  @CsvSource({
    "windows.dll, Windows DLL",
    "windows-fixed.exe, Windows program",
    "windows.obj, Windows object file"
  })
  void isNamedForWhatItIsWithItsDeviceCode(String fixture, String kind) throws IOException {
    try (CoffDocument document =
        (CoffDocument)
            StandardFormats.all().open(ElfFixtures.FOLDER.resolve(fixture), Progress.NONE)) {
      Overview overview = CoffViews.overview(document);
      assertThat(overview.sentences().getFirst()).contains(kind);
      assertThat(overview.sentences().get(1)).contains("offload bundles").contains("wrappers");
      assertThat(overview.shares().stream().mapToLong(share -> share.sizeBytes()).sum())
          .isEqualTo(document.bytes().size());
      assertThat(SpecRows.of(new CoffSectionsSpec(document.file(), document.place())))
          .extracting(row -> row.get("Device code"))
          .contains("offload bundles", "wrappers");
    }
  }
}
