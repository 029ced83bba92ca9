package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

class ManifestRowEditsTest {
  private static final Path FILE = Path.of("rand_lib.kpm");
  private static final Checksum SUM = new Checksum(HexFormat.of().parseHex(GoldenArchive.SHA256));
  private static final ManifestRow OWN = new ManifestRow("gfx900", "a.kpack", 10, 1, null);
  private static final ManifestRow OTHER = new ManifestRow("gfx900", "b.kpack", 20, 2, SUM);

  @TempDir private Path folder;

  private static ManifestEdit take(ManifestDialect dialect, ManifestRow own, ManifestRow other)
      throws IOException {
    return ManifestRowEdits.take(FILE, dialect, own, other);
  }

  @Test
  void aRowIsChangedAddedOrRemovedToWhatTheOtherSays() throws IOException {
    ManifestDialect dialect = ManifestDialect.BY_ARCHITECTURE;
    assertThat(take(dialect, OWN, OTHER))
        .isEqualTo(new ManifestEdit.SetRow("gfx900", ManifestEdit.Row.of(OTHER)));
    assertThat(take(dialect, null, OTHER))
        .isEqualTo(new ManifestEdit.AddRow(ManifestEdit.Row.of(OTHER)));
    assertThat(take(dialect, OWN, null)).isEqualTo(new ManifestEdit.RemoveRows(List.of("gfx900")));
    assertThat(take(dialect, OWN, OWN)).isNull();
    assertThat(take(dialect, null, null)).isNull();
  }

  @Test
  void theSpellingOfTheManifestThatIsEditedStays() throws IOException {
    ManifestRow own = new ManifestRow("gfx90a:sramecc+:xnack+", "a.kpack", 10, 1, null);
    ManifestRow other = new ManifestRow("gfx90a:xnack+:sramecc+", "a.kpack", 20, 1, null);
    assertThat(take(ManifestDialect.BY_ARCHITECTURE, own, other))
        .isEqualTo(
            new ManifestEdit.SetRow(
                own.targetText(), new ManifestEdit.Row(own.targetText(), "a.kpack", 20, 1, null)));
  }

  @Test
  void aListStatesChecksumsAndSizesOnlyWhereItDid() throws IOException {
    ManifestRow own = new ManifestRow("gfx900", "a.kpack", -1, -1, new Checksum(new byte[32]));
    assertThat(take(ManifestDialect.BY_LIST, own, OTHER))
        .isEqualTo(
            new ManifestEdit.SetRow(
                "gfx900", new ManifestEdit.Row("gfx900", "b.kpack", -1, -1, SUM)));
    assertThatThrownBy(() -> take(ManifestDialect.BY_LIST, own, OWN))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a checksum for gfx900")
        .hasMessageContaining("Update the row from the disk");
    assertThatThrownBy(() -> take(ManifestDialect.BY_ARCHITECTURE, OWN, own))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a size for gfx900");
  }

  @Test
  void oneRowIsUpdatedFromTheDiskAndTheOthersStay() throws IOException {
    Path file = folder.resolve("rand_lib.kpm");
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("broken.kpack"), new byte[3]);
    Manifest manifest =
        Manifest.of(
            "lib",
            "p",
            List.of(
                OWN,
                new ManifestRow("gfx906", "gone.kpack", 1, 1, null),
                new ManifestRow("gfx908", "broken.kpack", 3, 1, null),
                new ManifestRow("gfx90a", "a.kpack", 903, 3, SUM)));
    assertThat(ManifestRowEdits.fromDisk(file, manifest, "gfx900", Progress.NONE))
        .isEqualTo(
            new ManifestEdit.SetRow(
                "gfx900", new ManifestEdit.Row("gfx900", "a.kpack", 903, 3, null)));
    assertThat(ManifestRowEdits.fromDisk(file, manifest, "gfx906", Progress.NONE))
        .isEqualTo(new ManifestEdit.RemoveRows(List.of("gfx906")));
    assertThat(ManifestRowEdits.fromDisk(file, manifest, "gfx90a", Progress.NONE)).isNull();
    assertThatThrownBy(() -> ManifestRowEdits.fromDisk(file, manifest, "gfx908", Progress.NONE))
        .hasMessageContaining("broken.kpack");
    assertThatThrownBy(() -> ManifestRowEdits.fromDisk(file, manifest, "gfx1", Progress.NONE))
        .hasMessageContaining("a row for gfx1");
    // The golden archive has two targets.
    assertThatThrownBy(
            () ->
                ManifestRowEdits.fromArchive(
                    folder.resolve("a.kpack"), ManifestDialect.BY_LIST, Progress.NONE))
        .hasMessageContaining("has one target");
  }

  @Test
  void manifestsThatAreNotRightAboutAnArchiveAreFoundBesideIt() throws IOException {
    Path archive = Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    byte[] stale =
        ManifestWriter.write(
            Manifest.of(
                "lib", "p", List.of(OWN, new ManifestRow("gfx906", "b.kpack", 1, 1, null))));
    Path outdated = Files.write(folder.resolve("outdated.kpm"), stale);
    Files.write(folder.resolve("cut.kpm"), Arrays.copyOf(stale, stale.length - 1));
    Files.write(
        folder.resolve("other.kpm"), ManifestWriter.write(Manifest.of("lib", "p", List.of(OTHER))));
    Files.writeString(folder.resolve("none.kpm"), "no manifest");
    assertThat(ManifestRowEdits.outdated(archive, Progress.NONE))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.manifest()).isEqualTo(outdated);
              assertThat(row.target()).isEqualTo("gfx900");
              assertThat(row.edit()).isInstanceOf(ManifestEdit.SetRow.class);
            });
  }
}
