package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Ownership;

/** Who owns which bytes of an archive: header, blobs with their size fields, rows of the table. */
public final class ArchiveClaims {
  private ArchiveClaims() {}

  /**
   * The owners of all bytes. Walks the chain of frames if nobody has yet; where the blobs cannot be
   * found, the rest is claimed.
   *
   * <p>An archive whose parts lie one behind the other, as writers lay them out, is answered from
   * its index, with a claim made for each answer; only in a disordered one all claims are held.
   *
   * @throws FormatException where the file cannot be read any more
   */
  public static Ownership of(KpackArchive archive, Progress progress) throws FormatException {
    @Nullable StoredBlobs blobs = archive.refusal() == null ? archive.blobs(progress) : null;
    ClaimSource source = new ClaimSource(archive, blobs);
    ArchiveOwnership ordered = ArchiveOwnership.of(archive.view().size(), source);
    return ordered != null ? ordered : ClaimMap.of(archive.view().size(), all(source));
  }

  /** Every claim. */
  static List<Claim> all(ClaimSource source) {
    List<Claim> claims = new ArrayList<>(source.skeleton());
    for (int row = 0; row < source.rowCount(); row++) {
      claims.add(source.row(row));
    }
    for (int ordinal = 0; ordinal < source.blobCount(); ordinal++) {
      ByteRange range = source.blobRange(ordinal);
      if (range != null) {
        if (source.framed()) {
          claims.add(source.frameSize(ordinal, range));
        }
        claims.add(source.blob(ordinal, range));
      }
    }
    return claims;
  }
}
