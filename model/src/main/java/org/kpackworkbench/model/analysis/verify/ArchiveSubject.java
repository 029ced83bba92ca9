package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import java.util.Map;
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
   * @param instead by row, the code that loaders take instead; only rows for which there is some
   * @param loaded whether loaders read archives of its scheme at all
   */
  public record Blob(
      Place.CodeObject place,
      List<Place.CodeObject> rows,
      String type,
      ByteView bytes,
      long fileOffset,
      @Nullable FormatException failure,
      Map<Place.CodeObject, Instead> instead,
      boolean loaded)
      implements Subject {
    public Blob {
      rows = List.copyOf(rows);
      instead = Map.copyOf(instead);
    }
  }

  /**
   * Code that loaders take where a blob does not decompress.
   *
   * @param words which it is
   * @param always whether strict loaders take it, too; else they fail
   */
  public record Instead(String words, boolean always) {}

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
