package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The header of a bundle: its table of entries. Immutable.
 *
 * @param entries the entries, in the table's order
 * @param headerSizeBytes size of the magic, the count and the table
 * @param endBytes where the bundle ends, from its first byte: the largest offset + size of its
 *     entries, at least the header's size
 * @param problems what is wrong with the table and with its entries
 */
public record BundleTable(
    List<BundleEntry> entries,
    long headerSizeBytes,
    long endBytes,
    List<FormatException> problems) {

  /** The 24 bytes a bundle starts with. */
  public static final String MAGIC = "__CLANG_OFFLOAD_BUNDLE__";

  /** Size of the magic and the number of entries. */
  public static final int START_BYTES = 32;

  /** Size of a row without its id. */
  static final int ROW_BYTES = 24;

  /** More entries than this are refused; the largest bundles have some dozens. */
  public static final int MOST_ENTRIES = 1 << 16;

  /** A longer id is refused; real ones have some fifty bytes. */
  public static final int MOST_ID_BYTES = 4096;

  /**
   * Reads a table.
   *
   * @param bytes from the bundle's first byte on, at least as far as the table goes
   * @param availableBytes how many bytes there are for the bundle and its entries
   * @throws FormatException where it is no bundle, or its count cannot be right
   */
  public static BundleTable read(ByteView bytes, long availableBytes) throws FormatException {
    return new BundleTableReader(bytes, availableBytes).read();
  }
}
