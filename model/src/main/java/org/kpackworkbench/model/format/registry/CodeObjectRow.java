package org.kpackworkbench.model.format.registry;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * One code object of a document: a row of an archive's table, an entry of a bundle, or a file that
 * is one. Created on demand; holds on to nothing.
 *
 * @param row its number, from 0
 * @param binary the binary's name; for entries of a bundle the name of the file or member
 * @param index the wrapper's index; for a file of bundles the bundle's number; {@link #NO_WRAPPER}
 *     for an entry of a bundle that no wrapper points to
 * @param targetText the target as it is written there
 * @param target the target
 * @param type {@code hsaco} or what else the archive says
 * @param ordinal index into an archive's blobs; -1 elsewhere
 * @param storedSizeBytes bytes in the file; -1 if they are not known (yet), or where the entry
 *     shares one compressed payload with others
 * @param originalSizeBytes bytes after decompression; -1 if they are not known
 * @param place where it is
 * @param problem what spoils it; null if nothing is known to
 */
public record CodeObjectRow(
    int row,
    String binary,
    int index,
    String targetText,
    GpuTarget target,
    String type,
    int ordinal,
    long storedSizeBytes,
    long originalSizeBytes,
    Place.CodeObject place,
    @Nullable FormatException problem) {

  /** The index of an entry of a bundle that no wrapper points to. */
  public static final int NO_WRAPPER = -1;

  /** Whether its bytes can be read. */
  public boolean usable() {
    return problem == null;
  }

  /** Stored bytes for each original one; NaN where either is not known. */
  public double ratio() {
    return storedSizeBytes < 0 || originalSizeBytes <= 0
        ? Double.NaN
        : (double) storedSizeBytes / originalSizeBytes;
  }

  /** Returns this row with another number, as part of a longer list. */
  public CodeObjectRow numbered(int number) {
    return new CodeObjectRow(
        number,
        binary,
        index,
        targetText,
        target,
        type,
        ordinal,
        storedSizeBytes,
        originalSizeBytes,
        place,
        problem);
  }
}
