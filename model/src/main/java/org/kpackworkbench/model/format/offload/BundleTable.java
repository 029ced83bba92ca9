package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

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
   * @throws FormatException if it is no bundle, or its count cannot be right
   */
  public static BundleTable read(ByteView bytes, long availableBytes) throws FormatException {
    return new BundleTableReader(bytes, availableBytes).read();
  }

  /** Reads a bundle's table and finds what is wrong with each entry. */
  private static final class BundleTableReader {
    private static final String STRUCTURE = "offload bundle";

    private final ByteView bytes;
    private final long available;
    private final List<BundleEntry> entries = new ArrayList<>();
    private final List<FormatException> problems = new ArrayList<>();

    BundleTableReader(ByteView bytes, long available) {
      this.bytes = bytes;
      this.available = available;
    }

    BundleTable read() throws FormatException {
      StructReader reader = new StructReader(bytes, 0, STRUCTURE);
      String magic = reader.text("magic", BundleTable.MAGIC.length());
      if (!magic.equals(BundleTable.MAGIC)) {
        throw reader
            .error(0, "magic", Reason.WRONG_MAGIC)
            .mismatch(BundleTable.MAGIC, "\"" + printable(magic) + "\"");
      }
      int count = count(reader);
      long header = rows(reader, count);
      checkRanges(header);
      checkOverlaps();
      checkNames();
      long end = header;
      for (BundleEntry entry : entries) {
        if (isInside(entry)) {
          end = Math.max(end, entry.offset() + entry.sizeBytes());
        }
        if (entry.problem() != null) {
          problems.add(entry.problem());
        }
      }
      return new BundleTable(List.copyOf(entries), header, end, List.copyOf(problems));
    }

    private int count(StructReader reader) throws FormatException {
      long count = reader.u64("number of entries");
      long room = Math.max(0, available - BundleTable.START_BYTES) / BundleTable.ROW_BYTES;
      long most = Math.min(room, BundleTable.MOST_ENTRIES);
      if (count < 0 || count > most) {
        throw reader
            .error(24, "number of entries", Reason.OUT_OF_BOUNDS)
            .mismatch(
                "at most %d, in the %d bytes that are left".formatted(most, available), count);
      }
      return (int) count;
    }

    /** Reads the rows; returns where they end. A row without a usable id length ends the table. */
    private long rows(StructReader reader, int count) throws FormatException {
      for (int i = 0; i < count; i++) {
        long start = reader.position();
        String field = "entry " + i;
        if (available - start < BundleTable.ROW_BYTES) {
          problems.add(
              reader
                  .error(start, field, Reason.TRUNCATED)
                  .mismatch(count + " entries", "the end of the bytes after " + i));
          return start;
        }
        long offset = reader.u64(field + " offset");
        long size = reader.u64(field + " size");
        long idLength = reader.u64(field + " id length");
        long most = Math.min(BundleTable.MOST_ID_BYTES, available - reader.position());
        if (idLength < 0 || idLength > most) {
          problems.add(
              reader
                  .error(start + 16, field + " id length", Reason.OUT_OF_BOUNDS)
                  .mismatch("at most " + most, idLength));
          return start;
        }
        EntryId id = EntryId.parse(reader.text(field + " id", (int) idLength));
        long row = reader.position() - start;
        entries.add(new BundleEntry(i, id, id.gpuTarget(), offset, size, start, row, null));
      }
      return reader.position();
    }

    private boolean isInside(BundleEntry entry) {
      return entry.offset() >= 0
          && entry.sizeBytes() >= 0
          && entry.offset() <= available
          && entry.sizeBytes() <= available - entry.offset();
    }

    private void checkRanges(long header) {
      for (int i = 0; i < entries.size(); i++) {
        BundleEntry entry = entries.get(i);
        if (entry.sizeBytes() == 0) {
          continue;
        }
        if (!isInside(entry)) {
          spoil(
              i,
              error(entry, "offset and size", Reason.OUT_OF_BOUNDS)
                  .mismatch(
                      "a range inside the %d bytes from the magic on".formatted(available),
                      range(entry)));
        } else if (entry.offset() < header) {
          spoil(
              i,
              error(entry, "offset", Reason.BAD_VALUE)
                  .mismatch(
                      "an offset after the table, which ends at 0x%x".formatted(header),
                      range(entry)));
        }
      }
    }

    private void checkOverlaps() {
      List<BundleEntry> sorted =
          entries.stream()
              .filter(entry -> entry.sizeBytes() > 0 && isInside(entry))
              .sorted(Comparator.comparingLong(BundleEntry::offset))
              .toList();
      BundleEntry furthest = null;
      for (BundleEntry entry : sorted) {
        if (furthest != null && entry.offset() < furthest.offset() + furthest.sizeBytes()) {
          spoil(entry.index(), overlap(entry, furthest));
          spoil(furthest.index(), overlap(furthest, entry));
        }
        if (furthest == null
            || entry.offset() + entry.sizeBytes() > furthest.offset() + furthest.sizeBytes()) {
          furthest = entry;
        }
      }
    }

    private FormatException overlap(BundleEntry entry, BundleEntry other) {
      return error(entry, "offset and size", Reason.BAD_VALUE)
          .mismatch(
              "bytes of its own",
              "%s, which overlaps entry %d (%s), %s"
                  .formatted(
                      range(entry), other.index(), printable(other.id().text()), range(other)));
    }

    private void checkNames() {
      Map<String, Integer> seen = new HashMap<>();
      for (int i = 0; i < entries.size(); i++) {
        BundleEntry entry = entries.get(i);
        Integer first = seen.putIfAbsent(entry.id().text(), i);
        if (first != null) {
          spoil(
              i,
              error(entry, "id", Reason.DUPLICATE_KEY)
                  .mismatch("an id of its own", "the id of entry " + first));
        }
      }
    }

    private void spoil(int index, FormatException problem) {
      entries.set(index, entries.get(index).with(problem));
    }

    private FormatException.Builder error(BundleEntry entry, String field, Reason reason) {
      String name =
          "entry %d (%s) %s".formatted(entry.index(), printable(entry.id().text()), field);
      return FormatException.at(bytes, entry.tableOffset(), STRUCTURE, name, reason);
    }

    private static String range(BundleEntry entry) {
      return "0x%x + %s bytes".formatted(entry.offset(), Long.toUnsignedString(entry.sizeBytes()));
    }

    private static String printable(String text) {
      return text.replaceAll("\\p{Cntrl}", "?");
    }
  }
}
