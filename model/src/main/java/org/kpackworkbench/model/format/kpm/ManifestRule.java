package org.kpackworkbench.model.format.kpm;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;

/** A rule that compares a manifest with the archives beside it. */
final class ManifestRule extends NamedRule<ManifestSubject> {
  private final Class<? extends DiskFinding> concerns;
  private final String advice;

  private ManifestRule(
      String name, String sentence, Class<? extends DiskFinding> concerns, String advice) {
    super(ManifestSubject.class, name, sentence);
    this.concerns = concerns;
    this.advice = advice;
  }

  /** One rule for each thing in which a manifest and the disk can differ. */
  static List<ManifestRule> all() {
    return List.of(
        new ManifestRule(
            "manifest-archive-missing",
            "Every archive that a manifest names exists.",
            DiskFinding.ArchiveMissing.class,
            DiskFinding.GET_ARCHIVE),
        new ManifestRule(
            "manifest-archive-unreadable",
            "Every archive that a manifest names can be opened.",
            DiskFinding.ArchiveUnreadable.class,
            "Verify that archive alone to see its problems."),
        new ManifestRule(
            "manifest-size",
            "Every archive has the size that the manifest states.",
            DiskFinding.SizeDiffers.class,
            DiskFinding.WRITE_OR_GET),
        new ManifestRule(
            "manifest-kernel-count",
            "Every archive has as many kernels as the manifest states.",
            DiskFinding.KernelCountDiffers.class,
            DiskFinding.WRITE_OR_GET),
        new ManifestRule(
            "manifest-architecture",
            "Every archive has code for the target of its row.",
            DiskFinding.TargetDiffers.class,
            "Loaders look for that target in it and find nothing. Correct the row, or get the archive"
                + " that it should name."),
        new ManifestRule(
            "manifest-checksum",
            "Every archive has the checksum that the manifest states.",
            DiskFinding.ChecksumDiffers.class,
            DiskFinding.WRITE_OR_GET));
  }

  private static Evidence evidence(DiskReport.Row row, DiskFinding finding) {
    Path archive = row.archive();
    Evidence differs = finding.evidence().forTargets(List.of(row.row().targetText()));
    return archive == null ? differs : differs.about(archive);
  }

  @Override
  public void check(ManifestSubject subject, Sink sink) {
    List<DiskReport.Row> rows = subject.disk().rows();
    TreeHome home = subject.position().home();
    // Architectures are chosen when packages are installed; with none of them it is no such choice.
    boolean chosen =
        home.layout() == TreeLayout.OVERLAID
            || home.generic()
            || home.inPackage()
            || rows.stream().anyMatch(DiskReport.Row::present);
    for (int row = 0; row < rows.size(); row++) {
      for (DiskFinding finding : rows.get(row).findings()) {
        if (concerns.isInstance(finding)) {
          boolean note = chosen && finding instanceof DiskFinding.ArchiveMissing m && !m.lost();
          sink.add(
              note ? Severity.NOTE : Severity.ERROR,
              subject.manifest().place(row),
              subject.manifest().fieldOffset(row, finding.field()),
              "%s: %s.".formatted(rows.get(row).row().file(), words(finding)),
              note
                  ? "Not all architectures are here. If this one is needed, get its archive."
                  : advice,
              evidence(rows.get(row), finding));
        }
      }
    }
  }

  private static String words(DiskFinding finding) {
    return finding instanceof DiskFinding.ArchiveMissing ? "archive missing" : finding.words();
  }
}
