package org.kpackworkbench.model.analysis.verify;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;

/**
 * A bundle in a host binary or in a file of its own.
 *
 * @param bytes the file, or the part of it, that holds the bundle
 * @param stored where it lies and what it is
 * @param content its entries, decompressed where need be; null for a bare code object, and where
 *     they cannot be had
 * @param unpackFailure why it does not decompress; null if it does
 * @param hashFailure how its hash differs; null if it does not, or it has none
 */
public record BundleSubject(
    Place place,
    ByteView bytes,
    StoredBundle stored,
    @Nullable OffloadBundle content,
    @Nullable FormatException unpackFailure,
    @Nullable FormatException hashFailure)
    implements Subject {

  /** Where it lies in the file. */
  public long fileOffset() {
    return bytes.fileOffset(stored.range().start());
  }
}
