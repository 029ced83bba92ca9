package org.kpackworkbench.views.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.views.format.kpm.ManifestLines.ArchivesOnDisk;
import org.kpackworkbench.views.format.kpm.ManifestLines.ManifestLine;

/** What is known of archives while they are compared. */
class ArchivesOnDiskTest {
  @TempDir Path folder;
  private ArchivesOnDisk disk;
  private ManifestDocument document;

  @BeforeEach
  void open() throws IOException {
    document =
        (ManifestDocument) StandardFormats.all().open(ManifestFiles.mixed(folder), Progress.NONE);
    disk = new ArchivesOnDisk(document);
  }

  private List<String> states() {
    return disk.lines().stream().map(ManifestLine::state).toList();
  }

  @Test
  void rowsAreKnownOneAfterAnother() throws IOException {
    assertThat(states()).hasSize(6).containsOnly(ManifestLine.NOT_YET);
    List<Long> unknown = new ArrayList<>();
    disk.check(
        false,
        Progress.NONE,
        () -> unknown.add(states().stream().filter(ManifestLine.NOT_YET::equals).count()));
    assertThat(unknown).containsExactly(5L, 4L, 3L, 2L, 1L, 0L);
    assertThat(states())
        .as("the archive without a row comes last")
        .hasSize(7)
        .last()
        .isEqualTo("not named");
  }

  @Test
  void checksumsAreComparedWhenAskedFor() throws IOException {
    disk.check(false, Progress.NONE, () -> {});
    assertThat(disk.unread().count()).isEqualTo(2);
    assertThat(states())
        .filteredOn(state -> state.endsWith("checksum not compared yet"))
        .hasSize(2);
    disk.check(true, Progress.NONE, () -> {});
    assertThat(disk.unread()).isEqualTo(new ArchivesOnDisk.Unread(0, 0));
    assertThat(states()).contains("as stated, checksum too");
    assertThat(states()).contains("checksum differs");
  }

  @Test
  void whatWasFoundBeforeACancelStays() {
    CancelledSoon progress = new CancelledSoon();
    assertThatThrownBy(() -> disk.check(true, progress, () -> progress.cancelled = true))
        .isInstanceOf(CancellationException.class);
    assertThat(states()).hasSize(6);
    assertThat(states()).filteredOn(ManifestLine.NOT_YET::equals).hasSize(5);
  }

  private static final class CancelledSoon implements Progress {
    private boolean cancelled;

    @Override
    public boolean cancelled() {
      return cancelled;
    }
  }
}
