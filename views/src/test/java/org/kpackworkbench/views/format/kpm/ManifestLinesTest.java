package org.kpackworkbench.views.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.views.format.kpm.ManifestLines.ArchivesOnDisk;
import org.kpackworkbench.views.format.kpm.ManifestLines.ManifestLine;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.BareContext;
import org.kpackworkbench.views.window.standard.DocumentFile;
import org.kpackworkbench.views.window.standard.StandardViews;

/** Manifests of the sample workspace, beside damaged archives. */
class ManifestLinesTest {
  private static final Path SAMPLE = Path.of("../app/sample/.kpack");

  @TempDir Path folder;

  private OpenedFile copyOfSample() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLE)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    return DocumentFile.load(manifest(), Progress.NONE);
  }

  private Path manifest() throws IOException {
    return all(".kpm").getFirst();
  }

  private List<Path> all(String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static ManifestLines compared(OpenedFile file) throws IOException {
    ArchivesOnDisk disk = new ArchivesOnDisk(file.as(ManifestDocument.class).orElseThrow());
    disk.check(true, Progress.NONE, () -> {});
    return new ManifestLines(disk);
  }

  @Test
  void archivesThatAreAsStatedSaySo() throws IOException {
    try (OpenedFile file = copyOfSample()) {
      RowSource<ManifestLine> lines = compared(file).load();
      assertThat(lines.size()).isEqualTo(all(".kpack").size()).isPositive();
      for (int row = 0; row < lines.size(); row++) {
        assertThat(lines.row(row).state()).startsWith("as stated");
        assertThat(lines.row(row).sizeBytes()).isEqualTo(lines.row(row).statedSizeBytes());
      }
    }
  }

  @Test
  void missingChangedAndUnnamedArchivesAreToldApart() throws IOException {
    try (OpenedFile file = copyOfSample()) {
      List<Path> archives = all(".kpack");
      Files.copy(archives.get(1), folder.resolve("stray.kpack"));
      Files.delete(archives.get(0));
      Files.write(archives.get(1), new byte[] {1, 2, 3});
      ManifestLines spec = compared(file);
      RowSource<ManifestLine> lines = spec.load();
      assertThat(line(lines, archives.get(0)).state()).isEqualTo("missing");
      assertThat(line(lines, archives.get(1)).state()).contains("size differs");
      ManifestLine stray = line(lines, folder.resolve("stray.kpack"));
      assertThat(stray.remarks()).contains("no manifest of the folder names it");
      assertThat(spec.target(stray)).isEqualTo(new Place.File(folder.resolve("stray.kpack")));
      assertThat(spec.mark(stray).problem()).isNotEmpty();
      assertThat(spec.status(lines)).endsWith("3 not as stated");
    }
  }

  private static ManifestLine line(RowSource<ManifestLine> lines, Path archive) throws IOException {
    for (int row = 0; row < lines.size(); row++) {
      if (lines.row(row).file().equals(archive.getFileName().toString())) {
        return lines.row(row);
      }
    }
    throw new AssertionError("no line for " + archive);
  }

  @Test
  void manifestHasViewsInTheWindow() throws IOException {
    try (OpenedFile file = copyOfSample()) {
      assertThat(
              ManifestViews.room().views().stream()
                  .flatMap(views -> views.create(file, BareContext.sameThread()).stream())
                  .map(DocumentView::title))
          .containsExactly("Overview", "Archives");
      assertThat(StandardViews.parts()).isNotNull();
      assertThat(ManifestViews.overview(file.as(ManifestDocument.class).orElseThrow()).sentences())
          .first()
          .asString()
          .contains("lists the archives of component");
    }
  }
}
