package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.ar.SymbolIndex;
import org.kpackworkbench.model.format.elf.ElfFile;

/** Prunes static libraries: their members that are objects, or bundles. */
final class LibraryPrune {
  /** What a Debian package starts with, which is no library. */
  private static final String PACKAGE = StaticLibrary.MAGIC + "debian-binary";

  /** How many of a file's first bytes {@link #isLibrary} checks. */
  static final int START_BYTES = PACKAGE.length();

  private static final int SIZE_FIELD = 48;
  private static final int SIZE_DIGITS = 10;

  private LibraryPrune() {}

  /** Whether a file is one, by its first bytes. */
  static boolean isLibrary(byte[] start) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return (text.startsWith(StaticLibrary.MAGIC) || text.startsWith(StaticLibrary.THIN_MAGIC))
        && !text.startsWith(PACKAGE);
  }

  /**
   * Reads a library that could be written again.
   *
   * @throws FormatException if it is damaged
   */
  static StaticLibrary read(ByteView view) throws FormatException {
    StaticLibrary library = StaticLibrary.read(view);
    for (FormatException problem : library.problems()) {
      throw problem;
    }
    return library;
  }

  /** What a member is. */
  enum Kind {
    OBJECT,
    BUNDLE,
    OTHER;

    static Kind of(ByteView content) throws FormatException {
      byte[] start = content.bytes(0, (int) Math.min(content.size(), ElfFile.START_BYTES));
      if (ObjectPrune.isObject(start)) {
        return OBJECT;
      }
      byte[] more = content.bytes(0, (int) Math.min(content.size(), BundlePrune.START_BYTES));
      return BundlePrune.isBundle(more) ? BUNDLE : OTHER;
    }
  }

  /**
   * What there is to choose from in a member.
   *
   * @throws FormatException if it cannot be pruned
   */
  static List<BundlePrune.Group> groups(ByteView content) throws FormatException {
    return switch (Kind.of(content)) {
      case OBJECT -> ObjectPrune.groups(content);
      case BUNDLE -> BundlePrune.groups(content);
      case OTHER -> List.of();
    };
  }

  /**
   * Determines what is to be removed from a member.
   *
   * @param gone by a bundle's number the indices of the entries that go
   * @throws FormatException if it cannot
   */
  static void check(ByteView content, Map<Integer, Set<Integer>> gone) throws FormatException {
    if (Kind.of(content) == Kind.OBJECT) {
      ObjectPrune.check(content, gone);
    }
  }

  /**
   * Reads the symbol index if members will move.
   *
   * @throws FormatException if it cannot follow them
   */
  static void check(StaticLibrary library) throws FormatException {
    Map<Long, Long> same = new HashMap<>();
    library.members().forEach(member -> same.put(member.headerOffset(), member.headerOffset()));
    for (SymbolIndex index : library.symbolIndices()) {
      Index read = new Index(library, index);
      if (library.members().stream().anyMatch(m -> m.headerOffset() < index.headerOffset())) {
        throw read.error("an index before all members", "a member before it");
      }
      byte[] unused = read.moved(same);
    }
  }

  /** How large it will be; of compressed bundles an estimate. */
  static long sizeBytes(StaticLibrary library, Map<Integer, Map<Integer, Set<Integer>>> gone)
      throws FormatException {
    long size = library.view().size();
    for (ArMember member : library.members()) {
      Map<Integer, Set<Integer>> entries = gone.get(member.index());
      if (entries != null) {
        ByteView content = library.content(member);
        long now =
            Kind.of(content) == Kind.OBJECT
                ? ObjectPrune.sizeBytes(content, entries)
                : BundlePrune.sizeBytes(content, entries);
        long start = member.range().start();
        size += padded(start + now) - Math.min(library.view().size(), padded(member.range().end()));
      }
    }
    return size;
  }

  /** Members start at even offsets. */
  private static long padded(long end) {
    return end + (end & 1);
  }

  /**
   * Writes one: members that lose nothing as they are stored, the others with their names, dates,
   * owners and modes, and the symbol index with where members are now.
   *
   * @param gone by a member's number and a bundle's the indices of the entries that go
   * @param output where nothing is yet; work files are made beside it
   */
  static void write(
      ByteView view,
      Map<Integer, Map<Integer, Set<Integer>>> gone,
      Path output,
      int threads,
      boolean large,
      Progress progress)
      throws IOException {
    StaticLibrary library = read(view);
    check(library);
    Path work = output.resolveSibling(output.getFileName() + ".member");
    try (FileChannel channel =
            NamedChannel.open(output, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel)) {
      Map<Long, Long> moved = new HashMap<>();
      long from = 0;
      long shift = 0;
      for (ArMember member : library.members()) {
        moved.put(member.headerOffset(), member.headerOffset() + shift);
        Map<Integer, Set<Integer>> entries = gone.get(member.index());
        if (entries == null) {
          continue;
        }
        view.slice(from, member.headerOffset() - from).writeTo(out, progress);
        long before = channel.position();
        member(library, member, entries, out, work, threads, large, progress);
        from = Math.min(view.size(), padded(member.range().end()));
        shift += channel.position() - before - (from - member.headerOffset());
      }
      view.slice(from, view.size() - from).writeTo(out, progress);
      for (SymbolIndex index : library.symbolIndices()) {
        long at = index.range().start();
        ByteBuffer bytes = ByteBuffer.wrap(new Index(library, index).moved(moved));
        while (bytes.hasRemaining()) {
          at += channel.write(bytes, at);
        }
      }
    }
  }

  private static void member(
      StaticLibrary library,
      ArMember member,
      Map<Integer, Set<Integer>> gone,
      OutputStream out,
      Path work,
      int threads,
      boolean large,
      Progress progress)
      throws IOException {
    ByteView content = library.content(member);
    ObjectPrune.Taker taker =
        pruned -> {
          long start = member.headerOffset();
          // BSD's libraries have the name between header and content.
          int headBytes = (int) (member.range().start() - start);
          byte[] head = library.view().bytes(start, headBytes);
          long size = pruned.size() + headBytes - ArMember.HEADER_SIZE_BYTES;
          byte[] digits = "%-10d".formatted(size).getBytes(StandardCharsets.US_ASCII);
          System.arraycopy(digits, 0, head, SIZE_FIELD, SIZE_DIGITS);
          out.write(head);
          pruned.writeTo(out, progress);
          if ((size & 1) != 0) {
            out.write('\n');
          }
        };
    if (Kind.of(content) == Kind.OBJECT) {
      ObjectPrune.write(content, gone, work, threads, large, progress, taker);
    } else {
      try {
        BundlePrune.write(content, gone, work, threads, large, progress);
        try (MappedFile mapped = MappedFile.open(work)) {
          taker.take(mapped.view());
        }
      } finally {
        java.nio.file.Files.deleteIfExists(work);
      }
    }
  }

  /**
   * A symbol index that is rewritten: the places of members in it, whatever their order.
   *
   * <p>GNU's has big-endian numbers: how many, then the places, then the names (32 bits each, in
   * {@code /SYM64/} 64). BSD's has little-endian ones: the size of the pairs in bytes, then pairs
   * of a name's offset and a member's place, then the names.
   */
  private static final class Index {
    private final StaticLibrary library;
    private final SymbolIndex index;

    Index(StaticLibrary library, SymbolIndex index) {
      this.library = library;
      this.index = index;
    }

    /**
     * Its content.
     *
     * @param moved by where members were, where they are
     * @throws FormatException if it names a place where no member starts
     */
    byte[] moved(Map<Long, Long> moved) throws FormatException {
      boolean bsd = index.format().startsWith("BSD");
      if (!bsd && !index.format().startsWith("GNU")) {
        throw error("an index as GNU's or BSD's ar makes it", index.format());
      }
      int width = index.format().endsWith("64-bit") ? Long.BYTES : Integer.BYTES;
      ByteRange range = index.range();
      if (range.length() > Integer.MAX_VALUE - 8) {
        throw error("less than 2 GiB", range.length() + " bytes");
      }
      ByteBuffer bytes =
          ByteBuffer.wrap(library.view().bytes(range.start(), (int) range.length()))
              .order(bsd ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int step = bsd ? 2 * width : width;
      long count = index.symbolCount();
      if (bytes.capacity() < width && count == 0) {
        return bytes.array();
      }
      if (count < 0 || count > (bytes.capacity() - width) / step) {
        throw error("at most the symbols that fit into it", Long.toUnsignedString(count));
      }
      for (int i = 0; i < count; i++) {
        int at = width + i * step + (bsd ? width : 0);
        long old = width == Long.BYTES ? bytes.getLong(at) : bytes.getInt(at) & 0xffffffffL;
        Long now = moved.get(old);
        if (now == null) {
          throw error("the place of a member for symbol " + i, "0x%x".formatted(old));
        }
        if (width == Long.BYTES) {
          bytes.putLong(at, now);
        } else if (now <= 0xffffffffL) {
          bytes.putInt(at, (int) (long) now);
        } else {
          throw error("places of 32 bits", "0x%x".formatted(now));
        }
      }
      return bytes.array();
    }

    private FormatException error(String expected, String found) {
      return FormatException.at(
              library.view(),
              index.headerOffset(),
              "static library",
              "symbol index",
              Reason.BAD_VALUE)
          .expected(expected)
          .found(found)
          .advice("Make the library again with ranlib.")
          .build();
    }
  }
}
