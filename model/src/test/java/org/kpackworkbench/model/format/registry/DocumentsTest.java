package org.kpackworkbench.model.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.GoldenBundle;
import org.kpackworkbench.model.fixtures.GoldenFat;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.real.RealLibrary;

class DocumentsTest {
  @TempDir Path folder;

  private static Document open(Path path) throws IOException {
    return StandardFormats.all().open(path, Progress.NONE);
  }

  private static String sha256(CodeObjects objects, int row) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    objects.extract(row, out, UnpackBudget.one(), Progress.NONE);
    assertThat(objects.load(row, Progress.NONE).stream().readAllBytes())
        .isEqualTo(out.toByteArray());
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(out.toByteArray()));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static List<String> rows(Document document) throws IOException {
    CodeObjects objects = document.codeObjects();
    objects.locate(Progress.NONE);
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < objects.size(); row++) {
      CodeObjectRow line = objects.row(row);
      assertThat(line.row()).isEqualTo(row);
      assertThat(objects.rowOf(line.place())).hasValue(row);
      lines.add(
          "%d %s %d %s"
              .formatted(
                  line.index(), line.target(), line.originalSizeBytes(), sha256(objects, row)));
    }
    return lines;
  }

  private static List<String> expected(GoldenFat golden) {
    List<String> lines = new ArrayList<>();
    for (int index = 0; index < golden.wrappers().size(); index++) {
      for (GoldenBundle.Entry entry :
          golden.wrappers().get(index).bundle().orElseThrow().deviceEntries()) {
        lines.add(
            "%d %s %d %s".formatted(index, entry.target(), entry.sizeBytes(), entry.sha256()));
      }
    }
    return lines;
  }

  @ParameterizedTest
  @EnumSource(FatFixture.class)
  void codeObjectsAreWhatEachWrapperPointsTo(FatFixture fixture) throws IOException {
    try (Document document = open(fixture.path())) {
      assertThat(document.format()).isEqualTo(ElfFormat.FORMAT);
      assertThat(document.problems()).isEmpty();
      assertThat(rows(document)).containsAll(expected(fixture.golden()));
      assertThat(
              rows(document).stream()
                  .filter(line -> !line.startsWith(CodeObjectRow.NO_WRAPPER + " ")))
          .isEqualTo(expected(fixture.golden()));
    }
  }

  @Test
  @Tag("real")
  void codeObjectsOfTheRealLibraryAreWhatItsWrapperPointsTo() throws IOException {
    try (Document document = open(RealLibrary.path())) {
      assertThat(rows(document)).isEqualTo(expected(GoldenFat.ofRealLibrary()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "libone.so, elf",
    "exe-fixed-gnu, elf",
    "libhostonly.so, elf",
    "libplain.so, elf",
    "object.o, elf",
    "axpy-gfx1100.hsaco, code-object",
    "bundle.co, bundle",
    "compressed.co, bundle",
    "libstatic.a, static-library",
    "libthin.a, static-library",
    "windows.dll, coff",
    "windows.obj, coff",
    "SHA256SUMS, text"
  })
  void formatIsToldByContent(String fixture, String id) throws IOException {
    Path misleading = folder.resolve("misleading.kpack");
    Files.copy(Fixtures.path(fixture), misleading);
    try (Document document = open(misleading)) {
      assertThat(document.format().id()).isEqualTo(id);
      assertThat(document.ownership().sizeBytes()).isEqualTo(document.bytes().size());
    }
  }

  /** The first bytes of a manifest are mostly letters, and still no text. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 9, 12, 16})
  void aManifestThatWasCutOffIsNoText(int bytes) throws IOException {
    byte[] manifest =
        ManifestWriter.write(
            Manifest.of("blas", "lib", List.of(new ManifestRow("gfx90a", "a.kpack", 1, 1, null))));
    Path cut = Files.write(folder.resolve("cut.kpm"), java.util.Arrays.copyOf(manifest, bytes));
    try (Document document = open(cut)) {
      assertThat(document.format().id()).isEqualTo("kpm");
      assertThat(document.problems()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"bundle.co", "compressed.co", "old-ids.co"})
  void bundleFilesListTheirEntries(String fixture) throws IOException {
    List<String> expected = new ArrayList<>();
    for (GoldenBundle.Entry entry : GoldenBundle.ofFile(fixture).deviceEntries()) {
      expected.add("0 %s %d %s".formatted(entry.target(), entry.sizeBytes(), entry.sha256()));
    }
    try (Document document = open(Fixtures.path(fixture))) {
      assertThat(rows(document)).isEqualTo(expected).isNotEmpty();
    }
  }

  @Test
  void membersOfStaticLibrariesListTheirCodeObjects() throws IOException {
    try (Document document = open(Fixtures.path("libstatic.a"))) {
      CodeObjects objects = document.codeObjects();
      assertThat(objects.size()).isGreaterThan(1);
      CodeObjectRow row = objects.row(objects.size() - 1);
      assertThat(objects.load(row.row(), Progress.NONE).text(0, 4)).isEqualTo("\u007fELF");
      assertThat(row.place().path()).hasAtLeastOneElementOfType(Place.Member.class);
    }
  }

  @Test
  void bytesOfAnEntryBelongToIt() throws IOException {
    try (Document document = open(FatFixture.MANY.path())) {
      Place.CodeObject place = document.codeObjects().row(2).place();
      assertThat(place.range()).isNotNull();
      List<Claim> owners = document.ownership().at(place.range().start() + 100);
      assertThat(owners).extracting(Claim::place).contains(place);
      assertThat(owners).extracting(Claim::kind).contains(OwnerKind.DEVICE_CODE);
    }
  }

  @Test
  void unpackedCodeObjectOpensAsADocumentOfItsOwn() throws IOException {
    try (Document document = open(FatFixture.COMPRESSED.path())) {
      CodeObjects objects = document.codeObjects();
      CodeObjectRow row = objects.row(0);
      assertThat(row.place().unpacked()).isTrue();
      Document inner =
          StandardFormats.all().read(row.place(), objects.load(0, Progress.NONE), Progress.NONE);
      assertThat(inner).isInstanceOf(CodeObjectDocument.class);
      assertThat(((CodeObjectDocument) inner).code().target()).isEqualTo(row.target());
      assertThat(inner.ownership().at(0)).isNotEmpty();
    }
  }

  @Test
  void brokenFileOfAKnownFormatOpensWithItsProblem() throws IOException {
    Path broken = folder.resolve("broken.kpack");
    Files.write(broken, new byte[] {'K', 'P', 'A', 'K', 9, 0, 0, 0});
    try (Document document = open(broken)) {
      assertThat(document.format()).isEqualTo(KpackFormat.FORMAT);
      assertThat(document.problems()).hasSize(1);
      assertThat(document.ownership().at(0).getLast().kind()).isEqualTo(OwnerKind.PROBLEM);
    }
  }

  @Test
  void missingFilesFoldersAndEmptyFilesAreTold() throws IOException {
    assertThatThrownBy(() -> open(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> open(folder)).hasMessageContaining("found a folder");
    try (Document document = open(Files.createFile(folder.resolve("empty")))) {
      assertThat(document.format()).isEqualTo(NamedFormat.EMPTY);
    }
  }

  @Test
  void readAfterCloseIsAnError() throws IOException {
    Document document = open(FatFixture.COMPRESSED.path());
    CodeObjects objects = document.codeObjects();
    document.close();
    assertThatThrownBy(() -> objects.load(0, Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
  }

  @ParameterizedTest
  @CsvSource({"libmany.so", "libcompressed.so", "libone-gnu.so", "exe-fixed-lld"})
  void sectionOfBundlesIsDeviceCodeAndWhatIsInItStaysWhatItIs(String fixture) throws IOException {
    try (Document document = open(Fixtures.path(fixture))) {
      List<Claim> claims = document.ownership().claims();
      Claim section =
          claims.stream()
              .filter(claim -> claim.label().equals(".hip_fatbin"))
              .filter(claim -> claim.kind() != OwnerKind.METADATA)
              .findFirst()
              .orElseThrow();
      assertThat(section.kind()).isEqualTo(OwnerKind.DEVICE_CODE);
      assertThat(claims)
          .filteredOn(claim -> claim.label().startsWith("bundle 0 "))
          .isNotEmpty()
          .allMatch(claim -> section.range().contains(claim.range()))
          .extracting(Claim::kind)
          .contains(OwnerKind.METADATA);
      assertThat(claims).filteredOn(claim -> claim.kind() == OwnerKind.WRAPPER).isNotEmpty();
    }
  }
}
