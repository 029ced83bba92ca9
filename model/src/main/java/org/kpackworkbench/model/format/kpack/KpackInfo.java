package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.registry.FileInfo;

/** An archive: header, sums, targets. Stored sizes are found by walking the chain of frames. */
record KpackInfo(
    KpackArchive archive,
    List<String> targets,
    List<String> unlisted,
    List<TargetSum> sums,
    int binaries,
    long storedSizeBytes,
    List<FormatException> problems)
    implements FileInfo {

  static KpackInfo of(ArchiveDocument document, Progress progress) throws IOException {
    KpackArchive archive = document.archive();
    if (!document.codeObjects().located()) {
      // Walking the chain of frames takes as long as counting, and mostly waits for the system.
      // What
      // fails in it fails again below.
      var unused = archive.blobsAsync(KpackInfo::beside, progress);
    }
    int binaries = archive.binaryCount();
    document.codeObjects().locate(progress);
    // One broken frame spoils every row behind it in the same words, which are said once.
    Map<String, FormatException> problems = new LinkedHashMap<>();
    archive.problems().forEach(problem -> problems.put(problem.getMessage(), problem));
    for (int row = 0; row < archive.entryCount(); row++) {
      FormatException spoiled = archive.problem(row);
      if (spoiled != null) {
        problems.putIfAbsent(spoiled.getMessage(), spoiled);
      }
    }
    List<TargetSum> sums = archive.targetSums();
    List<String> listed = archive.architectures();
    List<String> unlisted =
        sums.stream()
            .map(TargetSum::targetText)
            .filter(target -> !listed.contains(target))
            .toList();
    return new KpackInfo(
        archive,
        listed.isEmpty() ? unlisted : listed,
        listed.isEmpty() ? List.of() : unlisted,
        sums,
        binaries,
        stored(archive.blobsIfKnown()),
        List.copyOf(problems.values()));
  }

  private static void beside(Runnable work) {
    Thread thread = new Thread(work, "frames");
    thread.setDaemon(true);
    thread.start();
  }

  private static long stored(@Nullable StoredBlobs blobs) {
    if (blobs == null || blobs.damage() != null) {
      return -1;
    }
    long sum = 0;
    for (int ordinal = 0; ordinal < blobs.count(); ordinal++) {
      long size = Math.max(0, blobs.sizeBytes(ordinal));
      sum = Math.min(sum, Long.MAX_VALUE - size) + size;
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
        .texts("unlistedTargets", unlisted)
        .field("scheme", schemeName());
    if (archive.schemeNote() != null) {
      out.field("schemeNote", archive.schemeNote());
    }
    out.field("kernels", archive.entryCount())
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

  private String schemeName() {
    return archive.scheme() == StorageScheme.UNKNOWN
        ? archive.schemeName()
        : archive.scheme().text();
  }

  private String schemeNote() {
    String note = archive.schemeNote();
    return note == null ? "" : note;
  }

  private String unlistedWords() {
    return unlisted.isEmpty()
        ? ""
        : "gfx_arches does not list %s, which has entries"
            .formatted(
                unlisted.stream()
                    .map(target -> target.isEmpty() ? "\"\"" : target)
                    .collect(Collectors.joining(" ")));
  }

  @Override
  public void text(TextOut out) throws IOException {
    new TextFacts()
        .add("group", archive.groupName())
        .add("family", archive.family())
        .add("targets", String.join(" ", targets))
        .add("not listed", unlistedWords())
        .add("scheme", schemeName())
        .add("scheme note", schemeNote())
        .add("version", Integer.toString(archive.version()))
        .add("binaries", Integer.toString(binaries))
        .add("kernels", Integer.toString(archive.entryCount()))
        .size("stored size", storedSizeBytes)
        .size("original size", originalSizeBytes())
        .print(out);
    TextColumns table = new TextColumns("target", ">kernels", ">stored", ">original");
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
