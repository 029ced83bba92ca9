package org.kpackworkbench.model.format.container;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A container.
 *
 * @param index its number in the file
 * @param range its bytes as stored, in the view that it was read from
 * @param version 1 to 3
 * @param entriesOffset where its entries start, after inflation
 * @param sizeBytes its size after inflation
 * @param packed the part behind the header, where that is compressed; null if nothing is
 * @param entries its entries, as far as they could be read
 */
public record Container(
    int index,
    ByteRange range,
    int version,
    long entriesOffset,
    long sizeBytes,
    @Nullable PackedPart packed,
    List<ContainerEntry> entries) {
  public Container {
    entries = List.copyOf(entries);
  }

  /** How it is compressed, in words; empty if it is not. */
  public String compression() {
    return packed == null ? "" : packed.method();
  }

  /** The bytes behind the header, as stored. */
  ByteRange payload() {
    return ByteRange.between(Math.min(range.start() + entriesOffset, range.end()), range.end());
  }
}
