package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * An offload bundle. Immutable, safe for use by many threads.
 *
 * @param bytes all bytes of the bundle, from its magic to its end
 * @param table its entries
 */
public record OffloadBundle(ByteView bytes, BundleTable table) implements BundleContent {

  /**
   * Reads a bundle.
   *
   * @param bytes from its magic on; what follows its end is left out
   * @throws FormatException if it is no bundle, or its count cannot be right; what is wrong with an
   *     entry is said there
   */
  public static OffloadBundle read(ByteView bytes) throws FormatException {
    BundleTable table = BundleTable.read(bytes, bytes.size());
    return new OffloadBundle(bytes.slice(0, table.endBytes()), table);
  }

  /** The entries in the table's order, the host's included. */
  public List<BundleEntry> entries() {
    return table.entries();
  }

  /**
   * An entry's bytes; empty for the host.
   *
   * @throws FormatException if they are not all inside the bundle
   */
  public ByteView content(BundleEntry entry) throws FormatException {
    if (entry.sizeBytes() == 0) {
      return bytes.slice(0, 0);
    }
    FormatException problem = entry.problem();
    boolean inside =
        entry.offset() >= 0
            && entry.sizeBytes() >= 0
            && entry.offset() <= bytes.size()
            && entry.sizeBytes() <= bytes.size() - entry.offset();
    if (problem != null && !inside) {
      throw problem;
    }
    return bytes
        .slice(entry.offset(), entry.sizeBytes())
        .named(bytes.name() + ", " + entry.id().text());
  }

  @Override
  public String kindName() {
    return "offload bundle";
  }
}
