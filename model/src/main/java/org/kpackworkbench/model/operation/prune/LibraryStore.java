package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.ar.SymbolIndex;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.registry.CodeStore;

/** A static library: the stores of its members that are objects, or bundles. */
final class LibraryStore implements CodeStore {
  private static final int SIZE_FIELD = 48;
  private static final int SIZE_DIGITS = 10;

  private final StaticLibrary library;
  private final List<Member> members = new ArrayList<>();
  private final List<StoredCode> entries = new ArrayList<>();

  /** Why members cannot be pruned. */
  private final List<FormatException> refused = new ArrayList<>();

  /**
   * A member with code.
   *
   * @param first the number of its first entry
   */
  private record Member(ArMember file, CodeStore store, int first) {
    SortedSet<Integer> own(SortedSet<Integer> numbers) {
      return numbers.subSet(first, first + store.entries().size()).stream()
          .map(number -> number - first)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  LibraryStore(ByteView view, Progress progress) throws FormatException {
    this.library = StaticLibrary.read(view);
    for (FormatException problem : library.problems()) {
      throw problem;
    }
    int groups = 0;
    for (ArMember member : isThin() ? List.<ArMember>of() : library.members()) {
      progress.step(0);
      try {
        CodeStore store = store(library.content(member));
        if (store != null && !store.entries().isEmpty()) {
          members.add(new Member(member, store, entries.size()));
          for (StoredCode entry : store.entries()) {
            entries.add(new StoredCode(groups + entry.group(), entry.target(), entry.sizeBytes()));
          }
          groups = entries.getLast().group() + 1;
        }
      } catch (FormatException failure) {
        refused.add(failure);
      }
    }
  }

  private static @Nullable CodeStore store(ByteView content) throws FormatException {
    if (ObjectStore.isObject(content)) {
      return new ObjectStore(content);
    }
    return BundleFile.isBundle(content) ? new BundleStore(content) : null;
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
    return Collections.unmodifiableList(entries);
  }

  @Override
  public SortedSet<Integer> removable(SortedSet<Integer> wanted, Consumer<FormatException> refusals)
      throws IOException {
    refused.forEach(refusals);
    SortedSet<Integer> gone = new TreeSet<>();
    for (Member member : members) {
      SortedSet<Integer> own = member.own(wanted);
      try {
        if (!own.isEmpty()) {
          long unused = member.store.sizeWithout(own);
        }
        own.forEach(number -> gone.add(member.first + number));
      } catch (FormatException failure) {
        refusals.accept(failure);
      }
    }
    return gone;
  }

  /** How large it will be; of compressed bundles an estimate. */
  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws IOException {
    check(library);
    long size = library.view().size();
    for (Member member : members) {
      SortedSet<Integer> own = member.own(gone);
      if (!own.isEmpty()) {
        ByteRange range = member.file.range();
        size += padded(range.start() + member.store.sizeWithout(own));
        size -= Math.min(library.view().size(), padded(range.end()));
      }
    }
    return size;
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

  /** Members start at even offsets. */
  private static long padded(long end) {
    return end + (end & 1);
  }

  /**
   * Writes members that lose nothing as they are stored, the others with their names, dates, owners
   * and modes, and the symbol index with where members are now.
   */
  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    ByteView view = library.view();
    Progress progress = writing.progress();
    Map<Integer, Member> changed = new HashMap<>();
    for (Member member : members) {
      if (!member.own(gone).isEmpty()) {
        changed.put(member.file.index(), member);
      }
    }
    check(library);
    Path work = output.resolveSibling(output.getFileName() + ".member");
    try (FileChannel channel =
            NamedChannel.open(output, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel)) {
      Map<Long, Long> moved = new HashMap<>();
      long from = 0;
      long shift = 0;
      for (ArMember each : library.members()) {
        moved.put(each.headerOffset(), each.headerOffset() + shift);
        Member member = changed.get(each.index());
        if (member == null) {
          continue;
        }
        view.slice(from, each.headerOffset() - from).writeTo(out, progress);
        long before = channel.position();
        try {
          member.store.writeWithout(member.own(gone), work, writing);
          try (OpenFile pruned = OpenFile.open(work)) {
            write(each, pruned.view(), out, progress);
          }
        } finally {
          Files.deleteIfExists(work);
        }
        from = Math.min(view.size(), padded(each.range().end()));
        shift += channel.position() - before - (from - each.headerOffset());
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

  private void write(ArMember member, ByteView pruned, OutputStream out, Progress progress)
      throws IOException {
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
  }

  /**
   * A symbol index that is rewritten: the places of members in it, whatever their order.
   *
   * <p>GNU's has big-endian numbers: how many, then the places, then the names (32 bits each, in
   * {@code /SYM64/} 64). BSD's has little-endian ones: the size of the pairs in bytes, then pairs
   * of a name's offset and a member's place, then the names. Microsoft's second one, too: how many
   * members, their places, then the symbols, which name members by number.
   */
  private record Index(StaticLibrary library, SymbolIndex index) {
    /**
     * Its content.
     *
     * @param moved by where members were, where they are
     * @throws FormatException if it names a place where no member starts
     */
    byte[] moved(Map<Long, Long> moved) throws FormatException {
      boolean bsd = index.format().startsWith("BSD");
      boolean ofMembers = index.format().startsWith("Microsoft");
      if (!bsd && !ofMembers && !index.format().startsWith("GNU")) {
        throw error("an index as GNU's, BSD's or Microsoft's tools make it", index.format());
      }
      int width = index.format().endsWith("64-bit") ? Long.BYTES : Integer.BYTES;
      ByteRange range = index.range();
      if (range.length() > Integer.MAX_VALUE - 8) {
        throw error("less than 2 GiB", range.length() + " bytes");
      }
      ByteBuffer bytes =
          ByteBuffer.wrap(library.view().bytes(range.start(), (int) range.length()))
              .order(bsd || ofMembers ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int step = bsd ? 2 * width : width;
      long count =
          ofMembers && bytes.capacity() >= width
              ? Integer.toUnsignedLong(bytes.getInt(0))
              : index.symbolCount();
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
