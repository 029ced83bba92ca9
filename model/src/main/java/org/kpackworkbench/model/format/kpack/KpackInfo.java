package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;

/** An archive: header, sums, targets. Stored sizes are found by walking the chain of frames. */
record KpackInfo(
    KpackArchive archive,
    List<String> targets,
    List<String> unlisted,
    List<TargetSum> sums,
    @Nullable Integer level,
    @Nullable Grouping grouping,
    int binaries,
    long storedSizeBytes,
    Duplicates duplicates,
    List<FormatException> problems)
    implements FileInfo {

  @Override
  public List<FormatException> problems(Document document) {
    return problems;
  }

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
      FormatException spoiled = archive.problem(row).orElse(null);
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
        archive.level(),
        Grouping.of(archive).orElse(null),
        binaries,
        stored(archive.blobsIfKnown().orElse(null)),
        Duplicates.of(archive, archive.blobsIfKnown().orElse(null)),
        List.copyOf(problems.values()));
  }

  /**
   * Rows that name a code object that another row names, too.
   *
   * @param rows how many there are beyond the first of each
   * @param unpackedSizeBytes declared sizes, each code object counted once; -1 if not known
   */
  private record Duplicates(int rows, long unpackedSizeBytes) {
    static Duplicates of(KpackArchive archive, @Nullable StoredBlobs blobs) {
      if (blobs == null || blobs.damage() != null) {
        return new Duplicates(0, -1);
      }
      BitSet seen = new BitSet(blobs.count());
      int rows = 0;
      long sum = 0;
      for (int row = 0; row < archive.entryCount(); row++) {
        int ordinal = archive.blobOf(row);
        if (ordinal >= 0 && ordinal < blobs.count()) {
          if (seen.get(ordinal)) {
            rows++;
            continue;
          }
          seen.set(ordinal);
        }
        long size = Math.max(0, archive.originalSizeBytes(row));
        sum = Math.min(sum, Long.MAX_VALUE - size) + size;
      }
      return new Duplicates(rows, sum);
    }
  }

  private static void beside(Runnable work) {
    Thread thread = new Thread(work, "frames");
    thread.setDaemon(true);
    thread.start();
  }

  private static long stored(@Nullable StoredBlobs blobs) {
    return blobs == null || blobs.damage() != null ? -1 : blobs.totalSizeBytes();
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
  public void describe(Report report) {
    Facts facts =
        report
            .facts()
            .number("version", archive.version())
            .text("group", archive.groupName())
            .text("family", archive.family())
            .texts("targets", targets)
            .texts("unlistedTargets", unlisted)
            .shown(unlistedWords())
            .text("scheme", schemeName())
            .shown(schemeWords());
    if (level != null) {
      facts.number("level", level);
    }
    if (grouping != null) {
      facts.text("grouping", grouping.text());
    }
    if (archive.versionNote() != null) {
      facts.text("versionNote", archive.versionNote());
    }
    if (archive.schemeNote() != null) {
      facts.text("schemeNote", archive.schemeNote());
    }
    if (archive.layoutNote() != null) {
      facts.text("layoutNote", archive.layoutNote());
    }
    if (archive.loadersNote() != null) {
      facts.text("loadersNote", KpackArchive.loadersAdvice(archive.place().file()));
    }
    facts
        .number("kernels", archive.entryCount())
        .number("binaries", binaries)
        .size("storedSize", storedSizeBytes);
    if (!archive.dictionaries().isEmpty()) {
      facts.size(
          "dictionarySize",
          archive.dictionaries().values().stream().mapToLong(ByteRange::length).sum());
    }
    facts
        .size("unpackedSize", duplicates.unpackedSizeBytes())
        .shown(unpackedWords())
        .size("originalSize", originalSizeBytes())
        .shown(originalWords())
        .known("blobs", archive.blobCount().orElse(-1))
        .list(
            "byTarget",
            sums,
            (sum, row) ->
                row.text("target", sum.targetText())
                    .number("kernels", sum.entries())
                    .size("storedSize", sum.storedSizeBytes())
                    .size("unpackedSize", sum.unpackedSizeBytes())
                    .number("originalSize", sum.originalSizeBytes()));
    report
        .values(
            "group",
            "family",
            "targets",
            "unlistedTargets as not listed",
            "scheme",
            "schemeNote",
            "layoutNote",
            "loadersNote as for loaders",
            "version",
            "versionNote",
            "binaries",
            "kernels as code objects",
            "storedSize",
            "dictionarySize as dictionary",
            "unpackedSize",
            "originalSize")
        .section("", "byTarget", columns());
  }

  private String[] columns() {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "target",
                "kernels as code objects",
                "storedSize as stored",
                "unpackedSize as unpacked"));
    if (duplicates.rows() > 0) {
      columns.add("originalSize as with duplicates");
    }
    return columns.toArray(String[]::new);
  }

  /** Returns the size that the stored bytes unpack to, and the ratio of the two. */
  private String unpackedWords() {
    long unpacked = duplicates.unpackedSizeBytes();
    if (unpacked < 0) {
      return "not known";
    }
    return unpacked == 0 || storedSizeBytes < 0
        ? Facts.size(unpacked)
        : "%s, %s of it stored"
            .formatted(
                Facts.size(unpacked),
                String.format(Locale.ROOT, "%.1f %%", 100.0 * storedSizeBytes / unpacked));
  }

  /** Returns the size that all rows unpack to; empty if it equals the unpacked size. */
  private String originalWords() {
    return duplicates.rows() == 0
        ? ""
        : "%s with %s, stored once"
            .formatted(
                Facts.size(originalSizeBytes()), CountText.of(duplicates.rows(), "duplicate"));
  }

  private String schemeName() {
    return archive.scheme() == StorageScheme.UNKNOWN
        ? archive.schemeName()
        : archive.scheme().text();
  }

  private String schemeWords() {
    return archive.scheme() == StorageScheme.UNKNOWN
        ? archive.schemeName()
        : archive.scheme().words(level, grouping);
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
}
