package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Set;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * The blobs can be found: {@code zstd_offset} and {@code zstd_size} lie inside the file, the chain
 * of frame sizes has as many links as it should, and ends where the area does.
 */
public final class BlobAreaFits extends ArchiveRule {
  private static final Set<String> FIELDS =
      Set.of("zstd_offset", "zstd_size", "num_kernels", "blobs");

  public BlobAreaFits() {
    super(
        "archive-blob-area",
        "The blob area lies inside the file, and its chain of frames ends where it does.");
  }

  static boolean concerns(FormatException problem) {
    return FIELDS.contains(problem.field());
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    for (FormatException problem : archive.problems()) {
      if (concerns(problem)) {
        sink.problem(
            subject.place(), problem, "The file may have been cut off; get or write it anew.");
      }
    }
    StoredBlobs blobs = subject.blobs();
    ByteRange area = archive.blobArea();
    if (blobs == null || area == null) {
      return;
    }
    FormatException damage = blobs.damage();
    if (damage != null) {
      sink.problem(
          subject.place(),
          damage,
          "%d of %d frames were found before this one; those behind are lost."
              .formatted(blobs.count(), blobs.declaredCount()));
    } else if (blobs.end() < area.end()) {
      sink.warning(
          new Place.Bytes(subject.place(), ByteRange.between(blobs.end(), area.end())),
          blobs.end(),
          "The area ends at 0x%x by zstd_size, but its last frame ends at 0x%x, %d bytes before."
              .formatted(area.end(), blobs.end(), area.end() - blobs.end()),
          "num_kernels or zstd_size is wrong, or a frame was taken out; write the archive anew.");
    }
  }
}
