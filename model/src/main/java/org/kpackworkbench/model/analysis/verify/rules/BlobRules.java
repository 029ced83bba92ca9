package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/** Rules about where the blobs of an archive lie. */
public final class BlobRules {
  private BlobRules() {}

  /**
   * The blobs can be found: {@code zstd_offset} and {@code zstd_size} lie inside the file, the
   * chain of frame sizes has as many links as it should, and ends where the area does.
   */
  public static final Rule<ArchiveSubject> AREA_FITS =
      ArchiveRule.of(
          "archive-blob-area",
          "The blob area lies inside the file, and its chain of frames ends where the area ends.",
          BlobRules::areaFits);

  private static final Set<String> FIELDS =
      Set.of("zstd_offset", "zstd_size", "num_kernels", "blobs");

  private static void areaFits(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    for (FormatException problem : archive.problems()) {
      if (concerns(problem)) {
        sink.problem(subject.place(), problem, LoaderLimits.CUT_OFF);
      }
    }
    StoredBlobs blobs = subject.blobs();
    ByteRange area = archive.blobArea().orElse(null);
    if (blobs == null || area == null) {
      return;
    }
    FormatException damage = blobs.damage();
    if (damage != null) {
      sink.problem(
          subject.place(),
          damage,
          "%d of %d frames were found before this one; those after it are lost."
              .formatted(blobs.count(), blobs.declaredCount()));
    } else if (blobs.end() < area.end()) {
      sink.warning(
          new Place.Bytes(subject.place(), ByteRange.between(blobs.end(), area.end())),
          blobs.end(),
          "The area ends at 0x%x by zstd_size, but its last frame ends at 0x%x, %d bytes before."
              .formatted(area.end(), blobs.end(), area.end() - blobs.end()),
          "num_kernels or zstd_size is wrong, or a frame was removed; write the "
              + "archive again.");
    }
  }

  static boolean concerns(FormatException problem) {
    return FIELDS.contains(problem.field());
  }

  /** A compressed archive is no larger than what loaders open. */
  public static final Rule<ArchiveSubject> WITHIN_LOADER_LIMITS =
      ArchiveRule.of(
          "archive-loader-limits",
          "A compressed archive has no more frames and no larger blob area than loaders open.",
          BlobRules::withinLoaderLimits);

  private static void withinLoaderLimits(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    ByteRange area = archive.blobArea().orElse(null);
    if (archive.scheme() != StorageScheme.ZSTD_PER_KERNEL || area == null) {
      return;
    }
    StoredBlobs blobs = subject.blobs();
    report(subject, area, LoaderLimits.SHIPPING.beyondArea(area.length()).orElse(null), sink);
    if (blobs != null) {
      report(
          subject,
          area,
          LoaderLimits.SHIPPING.beyondFrames(blobs.declaredCount()).orElse(null),
          sink);
    }
  }

  private static void report(
      ArchiveSubject subject, ByteRange area, @Nullable String beyond, Sink sink) {
    if (beyond != null) {
      sink.error(
          subject.place(),
          area.start(),
          "No loader opens it: %s.".formatted(beyond),
          LoaderLimits.advice(subject.place().file()));
    }
  }

  /** Blobs overlap neither one another nor the header or the table of contents. */
  public static final Rule<ArchiveSubject> NO_OVERLAP =
      ArchiveRule.of(
          "archive-overlap",
          "Blobs, header and table of contents do not overlap.",
          BlobRules::noOverlap);

  private static void noOverlap(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    BlobSpans.Span widest = null;
    for (BlobSpans.Span span : BlobSpans.of(archive, subject.blobs())) {
      if (widest != null && span.range().start() < widest.range().end()) {
        ByteRange both = span.range().intersect(widest.range());
        sink.error(
            new Place.Bytes(subject.place(), both),
            both.start(),
            "%s and %s share %d bytes."
                .formatted(capital(widest.name()), span.name(), both.length()),
            "One of the two is wrong; get or write the archive again.");
      }
      if (widest == null || span.range().end() > widest.range().end()) {
        widest = span;
      }
    }
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Every byte before the table of contents belongs to the header or to a blob. */
  public static final Rule<ArchiveSubject> NO_GAPS =
      ArchiveRule.of("archive-gap", "Every byte of the file has an owner.", BlobRules::noGaps);

  private static void noGaps(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (subject.blobs() == null) {
      return;
    }
    long end = 0;
    for (BlobSpans.Span span : BlobSpans.of(archive, subject.blobs())) {
      if (span.range().start() > end && end < archive.view().size()) {
        ByteRange gap =
            ByteRange.between(end, Math.min(span.range().start(), archive.view().size()));
        sink.warning(
            new Place.Bytes(subject.place(), gap),
            gap.start(),
            "%d bytes before %s have no owner.".formatted(gap.length(), span.name()),
            "A blob may be missing from the list, or something was inserted; write the "
                + "archive again.");
      }
      end = Math.max(end, span.range().end());
    }
  }

  /** Every blob is named by a row. One that is not takes room and does no harm. */
  public static final Rule<ArchiveSubject> ALL_REFERENCED =
      ArchiveRule.of(
          "archive-unreferenced",
          "Every blob is named by a row of the table.",
          BlobRules::allReferenced);

  private static void allReferenced(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    StoredBlobs blobs = subject.blobs();
    if (blobs == null || !archive.complete()) {
      return;
    }
    BitSet named = new BitSet(blobs.count());
    for (int row = 0; row < archive.entryCount(); row++) {
      int ordinal = archive.ordinal(row).orElse(-1);
      if (ordinal >= 0 && ordinal < blobs.count()) {
        named.set(ordinal);
      }
    }
    for (int free = named.nextClearBit(0); free < blobs.count(); ) {
      int end = named.nextSetBit(free);
      int last = (end < 0 ? blobs.count() : end) - 1;
      range(subject, sink, blobs, free, last);
      free = named.nextClearBit(last + 1);
    }
  }

  private static void range(
      ArchiveSubject subject, Sink sink, StoredBlobs blobs, int first, int last) {
    @Nullable ByteRange range = blobs.range(first).orElse(null);
    long bytes = 0;
    for (int ordinal = first; ordinal <= last; ordinal++) {
      bytes += Math.min(blobs.sizeBytes(ordinal), Long.MAX_VALUE - bytes);
    }
    sink.note(
        range == null ? subject.place() : new Place.Bytes(subject.place(), range),
        range == null ? -1 : range.start(),
        first == last
            ? "No row names blob %d, %d bytes.".formatted(first, bytes)
            : "No row names blobs %d to %d, %d bytes.".formatted(first, last, bytes),
        "Writing the archive again removes them.");
  }

  /**
   * The blobs of an archive by offset, with the fixed parts around them. Of frames only the area as
   * a whole: inside they follow one another.
   */
  private static final class BlobSpans {
    /**
     * A stretch of the file that has an owner.
     *
     * @param ordinal the blob's; -1 for a fixed part
     */
    record Span(ByteRange range, int ordinal, String name) {}

    private BlobSpans() {}

    static Span[] of(KpackArchive archive, @Nullable StoredBlobs blobs) {
      Span header = new Span(new ByteRange(0, ArchiveFormat.HEADER_BYTES), -1, "the header");
      Span table = new Span(archive.tableRange(), -1, "the table of contents");
      ByteRange area = archive.blobArea().orElse(null);
      boolean listed = blobs != null && !archive.scheme().isChain();
      int count = listed && blobs != null ? blobs.count() : 0;
      List<ByteRange> dictionaries = List.copyOf(archive.dictionaries().values());
      Span[] spans = new Span[count + dictionaries.size() + (area == null ? 2 : 3)];
      int filled = 0;
      spans[filled++] = header;
      spans[filled++] = table;
      if (area != null) {
        spans[filled++] = new Span(area, -1, "the blob area");
      }
      for (ByteRange dictionary : dictionaries) {
        spans[filled++] = new Span(dictionary, -1, "a dictionary");
      }
      Set<Long> frames = new HashSet<>();
      for (int ordinal = 0; ordinal < count; ordinal++) {
        ByteRange range = blobs == null ? null : blobs.range(ordinal).orElse(null);
        // Code objects that share a frame have one range.
        if (range != null && archive.scheme().isCompressed() && !frames.add(range.start())) {
          continue;
        }
        if (range != null && !range.isEmpty()) {
          spans[filled++] = new Span(range, ordinal, "blob " + ordinal);
        }
      }
      Span[] found = Arrays.copyOf(spans, filled);
      Arrays.sort(found, Comparator.comparing(Span::range));
      return found;
    }
  }
}
