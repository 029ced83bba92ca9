package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * An archive, or what should be one.
 *
 * @param archive the archive; null if it could not be opened
 * @param failure why not; null if it could
 * @param blobs where its blobs lie; null if that cannot be known
 * @param position where it is in its tree; null for a part of a file
 */
public record ArchiveSubject(
    Place place,
    ByteView bytes,
    @Nullable KpackArchive archive,
    @Nullable FormatException failure,
    @Nullable StoredBlobs blobs,
    @Nullable TreePosition position)
    implements Subject {

  /**
   * A blob of an archive that a row names and that could be found.
   *
   * @param place the place of the first row that names it
   * @param rows the places of all rows that name it
   * @param type the row's type
   * @param bytes the whole archive
   * @param fileOffset where it is stored
   * @param failure why it does not decompress to what the row states; null if it does
   * @param instead the target whose code of the archive tolerant loaders take instead; null if
   *     there is none, or nothing is wrong
   * @param loaded whether loaders read archives of its scheme at all
   */
  public record Blob(
      Place.CodeObject place,
      List<Place.CodeObject> rows,
      String type,
      ByteView bytes,
      long fileOffset,
      @Nullable FormatException failure,
      @Nullable String instead,
      boolean loaded)
      implements Subject {}

  /**
   * All frames of an archive that rows name, after they were read.
   *
   * @param place the archive
   * @param count how many there are
   * @param withoutChecksum how many of them have no checksum of their content
   * @param firstWithout where the first of these is stored; -1 if all have one
   */
  public record Frames(
      Place place, ByteView bytes, int count, int withoutChecksum, long firstWithout)
      implements Subject {}
}
