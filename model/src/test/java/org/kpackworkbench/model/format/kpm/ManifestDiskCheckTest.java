package org.kpackworkbench.model.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.kpack.GoldenArchive;

class ManifestDiskCheckTest {
  @TempDir Path folder;
  private Checksum golden;

  @BeforeEach
  void anArchive() throws IOException {
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    golden = ManifestDiskCheck.sha256(folder.resolve("a.kpack"), Progress.NONE);
  }

  private DiskReport check(ManifestRow... rows) throws IOException {
    Manifest manifest = Manifest.of("c", "p", List.of(rows));
    Path path = folder.resolve("c.kpm");
    Files.write(path, ManifestWriter.write(manifest));
    return ManifestDiskCheck.run(path, manifest, true, Progress.NONE);
  }

  private List<DiskFinding> findings(ManifestRow row) throws IOException {
    return check(row).rows().getFirst().findings();
  }

  @Test
  void aRightManifestHasNothingToSay() throws Exception {
    assertThat(golden).hasToString(GoldenArchive.SHA256);
    DiskReport report = check(new ManifestRow("gfx900", "a.kpack", 903, 3, golden));
    assertThat(report.clean()).isTrue();
    DiskReport.Row row = report.rows().getFirst();
    assertThat(row.sizeBytes()).isEqualTo(903);
    assertThat(row.kernelCount()).isEqualTo(3);
    assertThat(row.sha256()).isEqualTo(golden);
  }

  @Test
  void aMissingArchive() throws Exception {
    assertThat(findings(new ManifestRow("gfx900", "none.kpack", 1, 1, null)))
        .containsExactly(
            new DiskFinding.ArchiveMissing(folder.toAbsolutePath().resolve("none.kpack")));
  }

  @Test
  void anotherSize() throws Exception {
    assertThat(findings(new ManifestRow("gfx900", "a.kpack", 900, 3, null)))
        .containsExactly(new DiskFinding.SizeDiffers(900, 903))
        .first()
        .extracting(DiskFinding::words)
        .isEqualTo("size differs: 900 bytes in the manifest, 903 on disk (+3)");
  }

  @Test
  void anotherKernelCount() throws Exception {
    assertThat(findings(new ManifestRow("gfx900", "a.kpack", 903, 4, null)))
        .containsExactly(new DiskFinding.KernelCountDiffers(4, 3));
  }

  /** Manifests of one archive for all architectures count the kernels of each. */
  @Test
  void acceptsTheCountOfOneArchitecture() throws Exception {
    assertThat(
            check(
                    new ManifestRow("gfx900", "a.kpack", 903, 2, null),
                    new ManifestRow("gfx906", "a.kpack", 903, 1, null))
                .clean())
        .isTrue();
  }

  @Test
  void anotherChecksum() throws Exception {
    Checksum other = new Checksum(new byte[32]);
    ManifestRow row = new ManifestRow("gfx900", "a.kpack", 903, 3, other);
    assertThat(findings(row)).containsExactly(new DiskFinding.ChecksumDiffers(other, golden));
    Manifest manifest = Manifest.of("c", "p", List.of(row));
    assertThat(
            ManifestDiskCheck.run(folder.resolve("c.kpm"), manifest, false, Progress.NONE).clean())
        .as("whole archives are read only if requested")
        .isTrue();
  }

  @Test
  void whatIsNotStatedCannotDiffer() throws Exception {
    assertThat(findings(new ManifestRow("gfx900", "a.kpack", -1, -1, null))).isEmpty();
  }

  @Test
  void anArchiveThatCannotBeRead() throws Exception {
    Files.write(folder.resolve("a.kpack"), new byte[903]);
    assertThat(findings(new ManifestRow("gfx900", "a.kpack", 903, 3, null)))
        .singleElement()
        .isInstanceOf(DiskFinding.ArchiveUnreadable.class)
        .extracting(DiskFinding::words)
        .asString()
        .contains("KPAK");
  }

  @Test
  void aNameThatLeavesTheFolderIsNotFollowed() throws Exception {
    DiskReport.Row row =
        check(new ManifestRow("gfx900", "../a.kpack", 1, 1, golden)).rows().getFirst();
    assertThat(row.archive()).isNull();
    assertThat(row.findings()).singleElement().isInstanceOf(DiskFinding.ArchiveUnreadable.class);
  }

  @Test
  void archivesThatNoManifestOfTheFolderNames() throws Exception {
    Files.write(folder.resolve("b.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("c.kpack"), GoldenArchive.bytes());
    Manifest other =
        Manifest.of("d", "p", List.of(new ManifestRow("gfx900", "b.kpack", 1, 1, null)));
    Files.write(folder.resolve("d.kpm"), ManifestWriter.write(other));
    Files.write(folder.resolve("broken.kpm"), new byte[] {0});
    DiskReport report = check(new ManifestRow("gfx900", "a.kpack", 903, 3, null));
    assertThat(report.unnamed()).containsExactly(folder.toAbsolutePath().resolve("c.kpack"));
    assertThat(report.unreadableManifests())
        .containsExactly(folder.toAbsolutePath().resolve("broken.kpm"));
    assertThat(report.clean()).isFalse();
  }

  @Test
  void itCanBeCancelledAndCountsBytes() throws Exception {
    ManifestRow row = new ManifestRow("gfx900", "a.kpack", 903, 3, golden);
    Manifest manifest = Manifest.of("c", "p", List.of(row));
    AtomicLong total = new AtomicLong();
    AtomicLong done = new AtomicLong();
    Progress cancelling =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            total.set(totalUnits);
          }

          @Override
          public void advance(long units) {
            done.addAndGet(units);
          }

          @Override
          public boolean cancelled() {
            return done.get() > 0;
          }
        };
    Path path = folder.resolve("c.kpm");
    assertThatThrownBy(() -> ManifestDiskCheck.run(path, manifest, true, cancelling))
        .isInstanceOf(CancellationException.class);
    assertThat(total).hasValue(903);
    assertThat(done).hasValue(903);
  }
}
