package org.kpackworkbench.app.cli.info;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.archive.StoredBlobs;
import org.kpackworkbench.model.archive.TargetSum;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.job.Progress;

/** An archive: header, sums, targets. Stored sizes are found by walking the chain of frames. */
record ArchiveInfo(
    KpackArchive archive,
    List<String> targets,
    List<TargetSum> sums,
    int binaries,
    long storedSizeBytes,
    List<FormatException> problems)
    implements FileInfo {

  static ArchiveInfo of(ArchiveDocument document, Progress progress) throws IOException {
    KpackArchive archive = document.archive();
    document.codeObjects().locate(progress);
    List<FormatException> problems = new ArrayList<>(archive.problems());
    for (int row = 0; row < archive.entryCount(); row++) {
      FormatException spoiled = archive.problem(row);
      if (spoiled != null) {
        problems.add(spoiled);
      }
    }
    List<TargetSum> sums = archive.targetSums();
    List<String> listed = archive.architectures();
    return new ArchiveInfo(
        archive,
        listed.isEmpty() ? sums.stream().map(TargetSum::targetText).toList() : listed,
        sums,
        archive.binaries().size(),
        stored(archive.blobsIfKnown()),
        problems);
  }

  private static long stored(@Nullable StoredBlobs blobs) {
    if (blobs == null) {
      return -1;
    }
    long sum = 0;
    for (int ordinal = 0; ordinal < blobs.count(); ordinal++) {
      sum += Math.max(0, blobs.sizeBytes(ordinal));
    }
    return sum;
  }

  private long originalSizeBytes() {
    long sum = 0;
    for (TargetSum target : sums) {
      // Damaged files may declare anything.
      sum = Math.min(sum, Long.MAX_VALUE - target.originalSizeBytes()) + target.originalSizeBytes();
    }
    return sum;
  }

  @Override
  public void json(JsonOut out) {
    out.field("version", archive.version())
        .field("group", archive.groupName())
        .field("family", archive.family())
        .texts("targets", targets)
        .field("scheme", archive.schemeName())
        .field("kernels", archive.entryCount())
        .field("binaries", binaries)
        .known("storedSize", storedSizeBytes)
        .field("originalSize", originalSizeBytes())
        .known("blobs", archive.blobCount())
        .list("byTarget");
    for (TargetSum sum : sums) {
      out.object()
          .field("target", sum.targetText())
          .field("kernels", sum.entries())
          .known("storedSize", sum.storedSizeBytes())
          .field("originalSize", sum.originalSizeBytes())
          .endObject();
    }
    out.endList();
  }

  @Override
  public void text(TextOut out) throws IOException {
    new Facts()
        .add("group", archive.groupName())
        .add("family", archive.family())
        .add("targets", String.join(" ", targets))
        .add("scheme", archive.schemeName())
        .add("version", Integer.toString(archive.version()))
        .add("binaries", Integer.toString(binaries))
        .add("kernels", Integer.toString(archive.entryCount()))
        .size("stored size", storedSizeBytes)
        .size("original size", originalSizeBytes())
        .print(out);
    Columns table = new Columns("target", ">kernels", ">stored", ">original");
    for (TargetSum sum : sums) {
      table.row(
          sum.targetText(),
          Integer.toString(sum.entries()),
          Cells.known(sum.storedSizeBytes()),
          Long.toString(sum.originalSizeBytes()));
    }
    if (!table.isEmpty()) {
      table.print(out.line(), "  ");
    }
  }
}
