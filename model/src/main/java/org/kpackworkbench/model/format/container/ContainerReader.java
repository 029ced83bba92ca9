package org.kpackworkbench.model.format.container;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Reads containers. No count and no size is trusted. For one thread, once. */
final class ContainerReader {
  /**
   * Entries, texts and their keys lie before the images; of compressed containers no more is read.
   */
  private static final int MOST_TABLE_BYTES = 1 << 20;

  private static final int MOST_ENTRIES = 1 << 14;
  private static final int MOST_TEXTS = 1 << 14;
  private static final int MOST_TEXT_BYTES = 1024;
  private static final int HEADER_BYTES = 32;
  private static final int ENTRY_BYTES = 40;
  private static final int ALIGNMENT = 8;

  private final ByteView view;
  private final UnpackBudget budget;
  private final List<FormatException> problems = new ArrayList<>();
  private final List<Container> containers = new ArrayList<>();
  private int entries;
  private int texts;

  ContainerReader(ByteView view, UnpackBudget budget) {
    this.view = view;
    this.budget = budget;
  }

  ContainerFile read() throws FormatException {
    long next = 0;
    do {
      try {
        Container container = container(next);
        containers.add(container);
        next = next(container.range().end());
      } catch (FormatException failure) {
        if (containers.isEmpty()) {
          throw failure;
        }
        problems.add(failure);
        break;
      }
    } while (next < view.size() && entries < MOST_ENTRIES);
    return new ContainerFile(view, containers, problems);
  }

  /** Where the next container starts; at the end where only padding follows. */
  private long next(long end) throws FormatException {
    long aligned = end + (ALIGNMENT - end % ALIGNMENT) % ALIGNMENT;
    long start = !isMagic(aligned) && isMagic(end) ? end : aligned;
    boolean over =
        start >= view.size()
            || (!isMagic(start) && ZeroScan.isZero(view, ByteRange.between(start, view.size())));
    return over ? view.size() : start;
  }

  private boolean isMagic(long at) throws FormatException {
    return at <= view.size() - 4
        && new String(view.bytes(at, 4), StandardCharsets.ISO_8859_1).equals(ContainerFile.MAGIC);
  }

  private Container container(long at) throws FormatException {
    int index = containers.size();
    StructReader reader = new StructReader(view, at, "container " + index);
    if (!isMagic(at)) {
      throw reader
          .error(at, "magic", Reason.WRONG_MAGIC)
          .mismatch("the bytes 10 FF 10 AD", "other bytes");
    }
    long version = reader.skip("magic", 4).u32("version");
    if (version < 1 || version > 3) {
      throw reader.error(at + 4, "version", Reason.UNSUPPORTED).mismatch("1, 2 or 3", version);
    }
    long stated = reader.size("size");
    long offset = reader.size("offset of the entries");
    long count = reader.u64(version == 1 ? "size of an entry" : "number of entries");
    long inflated = version == 3 ? reader.size("inflated size") : 0;
    long header = reader.position() - at;
    long size = Math.min(stated, view.size() - at);
    if (size < stated) {
      problems.add(
          reader
              .error(at + 8, "size", Reason.TRUNCATED)
              .mismatch("at most the %d bytes that are left".formatted(size), stated));
    }
    if (stated < header) {
      throw reader
          .error(at + 8, "size", Reason.OUT_OF_BOUNDS)
          .mismatch("at least the %d bytes of the header".formatted(header), stated);
    }
    ByteRange range = new ByteRange(at, size);
    if (offset < header || offset > size) {
      problems.add(
          reader
              .error(at + 16, "offset of the entries", Reason.OUT_OF_BOUNDS)
              .mismatch("from %d to %d".formatted(header, size), offset));
      return new Container(
          index, range, (int) version, Math.max(HEADER_BYTES, size), size, null, List.of());
    }
    if (version == 1 && count < ENTRY_BYTES) {
      problems.add(
          reader
              .error(at + 24, "size of an entry", Reason.BAD_VALUE)
              .mismatch("at least " + ENTRY_BYTES, count));
    }
    Table table =
        inflated == 0
            ? new Table(view.slice(at, size), size, (int) version)
            : table(range, offset, inflated, (int) version);
    List<ContainerEntry> read =
        table == null ? List.of() : entries(table, offset, version == 1 ? 1 : count);
    return new Container(
        index,
        range,
        (int) version,
        offset,
        inflated == 0 ? size : inflated,
        inflated == 0 ? null : packed(range, offset, inflated),
        read);
  }

  private PackedPart packed(ByteRange range, long offset, long inflated) throws FormatException {
    return new PackedPart(
        view.slice(range.start() + offset, range.length() - offset), offset, inflated);
  }

  /**
   * Where entries and texts are read.
   *
   * @param bytes the container, or of a compressed one its beginning
   * @param sizeBytes the size of the whole container
   */
  private record Table(ByteView bytes, long sizeBytes, int version) {}

  /** Of a compressed container; null if it does not unpack. */
  private @Nullable Table table(ByteRange range, long offset, long inflated, int version)
      throws FormatException {
    if (inflated < offset) {
      problems.add(
          FormatException.at(
                  view,
                  range.start() + HEADER_BYTES,
                  "container " + containers.size(),
                  "inflated size",
                  Reason.OUT_OF_BOUNDS)
              .mismatch("at least the %d bytes before the entries".formatted(offset), inflated));
      return null;
    }
    try (PackedPart.Pass pass = packed(range, offset, inflated).pass(budget)) {
      byte[] head = pass.read(offset, (int) Math.min(MOST_TABLE_BYTES, inflated - offset));
      ByteView header = view.slice(range.start(), offset);
      ByteView bytes =
          ByteView.joined(view.name(), List.of(header, ByteView.of(view.name(), head)));
      return new Table(bytes, inflated, version);
    } catch (FormatException failure) {
      problems.add(failure);
      return null;
    }
  }

  private List<ContainerEntry> entries(Table table, long offset, long count) {
    long room = Math.max(0, (table.bytes().size() - offset) / ENTRY_BYTES);
    long most = Math.min(room, MOST_ENTRIES - entries);
    if (count < 0 || count > most) {
      problems.add(
          FormatException.at(
                  table.bytes(),
                  Math.min(offset, table.bytes().size()),
                  "container " + containers.size(),
                  "number of entries",
                  Reason.OUT_OF_BOUNDS)
              .mismatch("at most " + most, count));
    }
    List<ContainerEntry> read = new ArrayList<>();
    for (int i = 0; i < (count < 0 ? most : Math.min(count, most)); i++) {
      try {
        read.add(entry(table, offset + (long) i * ENTRY_BYTES));
        entries++;
      } catch (FormatException failure) {
        problems.add(failure);
        break;
      }
    }
    return read;
  }

  private ContainerEntry entry(Table table, long at) throws FormatException {
    StructReader reader = new StructReader(table.bytes(), at, "entry " + entries);
    int imageKind = reader.u16("image kind");
    int offloadKind = reader.u16("offload kind");
    long flags = reader.u32("flags");
    long textsAt = reader.u64("offset of the texts");
    long textCount = reader.u64("number of texts");
    long imageAt = reader.u64("offset of the image");
    long imageSize = reader.u64("size of the image");
    FormatException problem = null;
    ByteRange image = new ByteRange(0, 0);
    if (imageAt < 0
        || imageSize < 0
        || imageAt > table.sizeBytes()
        || imageSize > table.sizeBytes() - imageAt) {
      problem =
          reader
              .error(at + 24, "image", Reason.OUT_OF_BOUNDS)
              .mismatch(
                  "a range inside the %d bytes of its container".formatted(table.sizeBytes()),
                  "0x%x + %s bytes".formatted(imageAt, Long.toUnsignedString(imageSize)));
    } else {
      image = new ByteRange(imageAt, imageSize);
    }
    Map<String, String> found = new LinkedHashMap<>();
    try {
      texts(table, reader, textsAt, textCount, found);
    } catch (FormatException failure) {
      problem = problem == null ? failure : problem;
    }
    return new ContainerEntry(
        containers.size(), entries, imageKind, offloadKind, flags, found, image, problem);
  }

  private void texts(
      Table table, StructReader entry, long at, long count, Map<String, String> found)
      throws FormatException {
    int each = table.version() == 1 ? 16 : 24;
    long size = table.bytes().size();
    boolean possible = at >= 0 && at <= size && count >= 0 && count <= (size - at) / each;
    if (!possible || count > MOST_TEXTS - texts) {
      throw entry
          .error(entry.position() - 32, "number of texts", Reason.OUT_OF_BOUNDS)
          .mismatch(
              "at most " + (possible ? MOST_TEXTS - texts : Math.max(0, (size - at) / each)),
              count);
    }
    texts += (int) count;
    StructReader reader = new StructReader(table.bytes(), at, "texts of entry " + entries);
    for (long i = 0; i < count; i++) {
      String key = zeroEnded(table.bytes(), reader, reader.u64("key"));
      long value = reader.u64("value");
      found.put(
          key,
          table.version() == 1
              ? zeroEnded(table.bytes(), reader, value)
              : sized(table.bytes(), reader, value, reader.u64("size of the value")));
    }
  }

  private static String sized(ByteView bytes, StructReader reader, long at, long length)
      throws FormatException {
    if (length < 0 || length > MOST_TEXT_BYTES) {
      throw reader
          .error(reader.position() - 8, "size of the value", Reason.OUT_OF_BOUNDS)
          .mismatch("at most " + MOST_TEXT_BYTES, length);
    }
    return bytes.text(at, (int) length);
  }

  private static String zeroEnded(ByteView bytes, StructReader reader, long at)
      throws FormatException {
    bytes.require(at, 1, "text");
    byte[] found = bytes.bytes(at, (int) Math.min(MOST_TEXT_BYTES, bytes.size() - at));
    for (int length = 0; length < found.length; length++) {
      if (found[length] == 0) {
        return new String(found, 0, length, StandardCharsets.UTF_8);
      }
    }
    throw reader
        .error(at, "text", Reason.TRUNCATED)
        .mismatch("a zero byte after at most %d bytes".formatted(MOST_TEXT_BYTES), "none");
  }
}
