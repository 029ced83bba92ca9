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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.ar.SymbolIndex;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.registry.CodeStore;

/** A static library: its members that are objects, or bundles. */
final class LibraryStore implements CodeStore {
  private static final int SIZE_FIELD = 48;
  private static final int SIZE_DIGITS = 10;

  private final StaticLibrary library;
  private final BundledEntries entries = new BundledEntries();

  /** Why members cannot be pruned. */
  private final List<FormatException> refused = new ArrayList<>();

  LibraryStore(ByteView view, Progress progress) throws FormatException {
    this.library = read(view);
    for (ArMember member : isThin() ? List.<ArMember>of() : library.members()) {
      progress.step(0);
      try {
        entries.add(member.index(), groups(library.content(member)));
      } catch (FormatException failure) {
        refused.add(failure);
      }
    }
  }

  /** Whether its members are files of their own. */
  boolean isThin() {
    return library.thin();
  }

  /** The names of its members, some of them. */
  String memberNames() {
    return ListText.some(library.members().stream().map(ArMember::name).distinct().toList());
  }

  @Override
  public List<StoredCode> entries() {
    return entries.all();
  }

  @Override
  public SortedSet<Integer> removable(
      SortedSet<Integer> wanted, Consumer<FormatException> refusals) {
    refused.forEach(refusals);
    SortedSet<Integer> gone = wanted;
    for (Map.Entry<Integer, Map<Integer, Set<Integer>>> member :
        entries.byMember(wanted).entrySet()) {
      try {
        check(library.content(member(member.getKey())), member.getValue());
      } catch (FormatException failure) {
        refusals.accept(failure);
        gone = entries.without(member.getKey(), gone);
      }
    }
    return gone;
  }

  private ArMember member(int index) {
    return library.members().stream()
        .filter(each -> each.index() == index)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws FormatException {
    check(library);
    return sizeBytes(library, entries.byMember(gone));
  }

  /**
   * Reads a library that could be written again.
   *
   * @throws FormatException if it is damaged
   */
  private static StaticLibrary read(ByteView view) throws FormatException {
    StaticLibrary library = StaticLibrary.read(view);
    for (FormatException problem : library.problems()) {
      throw problem;
    }
    return library;
  }

  private enum Kind {
    OBJECT,
    BUNDLE,
    OTHER;

    static Kind of(ByteView content) throws FormatException {
      byte[] start = content.bytes(0, (int) Math.min(content.size(), ElfFile.START_BYTES));
      if (ObjectStore.isObject(start)) {
        return OBJECT;
      }
      return BundleFile.isBundle(content) ? BUNDLE : OTHER;
    }
  }

  /**
   * Returns the groups to choose from in a member.
   *
   * @throws FormatException if it cannot be pruned
   */
  private static List<BundleStore.Group> groups(ByteView content) throws FormatException {
    return switch (Kind.of(content)) {
      case OBJECT -> ObjectStore.groups(content);
      case BUNDLE -> BundleStore.groups(content);
      case OTHER -> List.of();
    };
  }

  /**
   * Determines what is to be removed from a member.
   *
   * @param gone by a bundle's number the indices of the entries that go
   * @throws FormatException if it cannot
   */
  private static void check(ByteView content, Map<Integer, Set<Integer>> gone)
      throws FormatException {
    if (Kind.of(content) == Kind.OBJECT) {
      ObjectStore.check(content, gone);
    }
  }

  /**
   * Reads the symbol index if members will move.
   *
   * @throws FormatException if it cannot follow them
   */
  private static void check(StaticLibrary library) throws FormatException {
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
  private static long sizeBytes(
      StaticLibrary library, Map<Integer, Map<Integer, Set<Integer>>> gone) throws FormatException {
    long size = library.view().size();
    for (ArMember member : library.members()) {
      Map<Integer, Set<Integer>> entries = gone.get(member.index());
      if (entries != null) {
        ByteView content = library.content(member);
        long now =
            Kind.of(content) == Kind.OBJECT
                ? ObjectStore.sizeBytes(content, entries)
                : BundleStore.sizeBytes(content, entries);
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
   * Writes members that lose nothing as they are stored, the others with their names, dates, owners
   * and modes, and the symbol index with where members are now.
   */
  @Override
  public void writeWithout(SortedSet<Integer> without, Path output, Writing writing)
      throws IOException {
    ByteView view = library.view();
    Progress progress = writing.progress();
    Map<Integer, Map<Integer, Set<Integer>>> gone = entries.byMember(without);
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
        Map<Integer, Set<Integer>> going = gone.get(member.index());
        if (going == null) {
          continue;
        }
        view.slice(from, member.headerOffset() - from).writeTo(out, progress);
        long before = channel.position();
        member(library, member, going, out, work, writing);
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
      Writing writing)
      throws IOException {
    ByteView content = library.content(member);
    ObjectStore.Taker taker =
        pruned -> {
          long start = member.headerOffset();
          // BSD's libraries have the name between header and content.
          int headBytes = (int) (member.range().start() - start);
          byte[] head = library.view().bytes(start, headBytes);
          long size = pruned.size() + headBytes - ArMember.HEADER_SIZE_BYTES;
          byte[] digits = "%-10d".formatted(size).getBytes(StandardCharsets.US_ASCII);
          System.arraycopy(digits, 0, head, SIZE_FIELD, SIZE_DIGITS);
          out.write(head);
          pruned.writeTo(out, writing.progress());
          if ((size & 1) != 0) {
            out.write('\n');
          }
        };
    if (Kind.of(content) == Kind.OBJECT) {
      ObjectStore.write(content, gone, work, writing, taker);
    } else {
      try {
        BundleStore.write(content, gone, work, writing);
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
