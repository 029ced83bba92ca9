package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.spi.OpenedFile;

class DocumentFileTest {
  private static final Path FIXTURES = Path.of("../model/src/test/fixtures/bin");

  private static OpenedFile open(String fixture) throws IOException {
    return DocumentFile.load(FIXTURES.resolve(fixture), Progress.NONE);
  }

  @Test
  void fileIsItsDocument() throws IOException {
    try (OpenedFile file = open("libmany.so")) {
      assertThat(file.as(ElfDocument.class)).isPresent();
      assertThat(file.as(DocumentFile.class)).containsSame((DocumentFile) file);
      assertThat(file.as(ManifestDocument.class)).isEmpty();
      assertThat(file.kindWords()).isEqualTo("ELF binary");
    }
  }

  @Test
  void addressesAndOffsetsLeadToEachOther() throws IOException {
    try (OpenedFile file = open("exe-fixed-gnu")) {
      long address = file.virtualAddress(0x40).orElseThrow();
      assertThat(address).isGreaterThan(0x1000);
      assertThat(file.fileOffset(address)).hasValue(0x40);
      assertThat(file.fileOffset(0x10)).isEmpty();
    }
  }

  @Test
  void packedCodeObjectIsUnpackedOnce() throws IOException {
    try (OpenedFile file = open("libcompressed.so")) {
      DocumentFile documents = file.as(DocumentFile.class).orElseThrow();
      CodeObjectRow row = documents.document().codeObjects().row(1);
      OpenedFile.InnerBytes inner = file.inner(row.place());
      assertThat(inner.bytes().text(1, 3)).isEqualTo("ELF");
      assertThat(inner.ownership().sizeBytes()).isEqualTo(row.originalSizeBytes());
      assertThat(documents.inner(row.place(), Progress.NONE).bytes()).isSameAs(inner.bytes());
    }
  }

  @Test
  void placeThatIsNotInTheFileIsNamed() throws IOException {
    try (OpenedFile file = open("libcompressed.so")) {
      Place.CodeObject none =
          new Place.CodeObject(file.place(), "libother.so", 7, "gfx906", null, true);
      assertThatThrownBy(() -> file.inner(none)).hasMessageContaining("libother.so#7 @ gfx906");
    }
  }

  @Test
  void foldersShowWhatHasViews() {
    assertThat(DocumentFile.worthOpening(FIXTURES.resolve("libmany.so"), StandardFormats.all()))
        .isTrue();
    assertThat(DocumentFile.worthOpening(Path.of("pom.xml"), StandardFormats.all()))
        .as("text")
        .isFalse();
    assertThat(DocumentFile.worthOpening(FIXTURES, StandardFormats.all())).as("a folder").isFalse();
    assertThat(DocumentFile.worthOpening(Path.of("no-such-file"), StandardFormats.all())).isFalse();
  }
}
