package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * The blobs of an archive by offset, with the fixed parts around them. Of frames only the area as a
 * whole: inside they follow one another.
 */
final class BlobSpans {
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
    ByteRange area = archive.blobArea();
    boolean listed = blobs != null && archive.scheme() == StorageScheme.NONE;
    int count = listed && blobs != null ? blobs.count() : 0;
    Span[] spans = new Span[count + (area == null ? 2 : 3)];
    int filled = 0;
    spans[filled++] = header;
    spans[filled++] = table;
    if (area != null) {
      spans[filled++] = new Span(area, -1, "the blob area");
    }
    for (int ordinal = 0; ordinal < count; ordinal++) {
      ByteRange range = blobs == null ? null : blobs.range(ordinal);
      if (range != null && !range.isEmpty()) {
        spans[filled++] = new Span(range, ordinal, "blob " + ordinal);
      }
    }
    Span[] found = Arrays.copyOf(spans, filled);
    Arrays.sort(found, Comparator.comparing(Span::range));
    return found;
  }
}
