package org.kpackworkbench.model.base.place;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Who owns which bytes of a file. Immutable, safe for use by many threads.
 *
 * <p>Every byte has an owner: what is not claimed is {@link OwnerKind#UNOWNED}.
 */
public interface Ownership {

  /** A piece of the file with one innermost owner. */
  record Run(ByteRange range, Claim owner) {}

  /** Size of the file, in bytes. */
  long sizeBytes();

  /** The claims around a byte, outermost first, innermost last; never empty inside the file. */
  List<Claim> at(long offset);

  /** The pieces that meet {@code window}, in order, without gaps; each has its innermost owner. */
  List<Run> runs(ByteRange window);

  /** All claims, in order of their ranges, parents before children. */
  List<Claim> claims();
}
