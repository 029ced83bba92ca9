package org.kpackworkbench.model.format.elf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;

/**
 * A symbol table: symbols by index, read from the file when they are asked for.
 *
 * <p>Indices for look-ups by address and by name are built on first use, in arrays. Safe for use by
 * many threads.
 */
public final class SymbolTable {
  private final ByteView bytes;
  private final int entrySizeBytes;
  private final StringTable names;
  private final @Nullable ByteView extendedIndices;
  private final @Nullable SymbolVersions versions;
  private final List<ElfSection> sections;
  private final @Nullable ElfSection section;

  private @Nullable RangeIndex byAddress;
  private @Nullable NameIndex byName;

  SymbolTable(
      ByteView bytes,
      int entrySizeBytes,
      StringTable names,
      @Nullable ByteView extendedIndices,
      @Nullable SymbolVersions versions,
      List<ElfSection> sections,
      @Nullable ElfSection section) {
    this.bytes = bytes;
    this.entrySizeBytes = entrySizeBytes;
    this.names = names;
    this.extendedIndices = extendedIndices;
    this.versions = versions;
    this.sections = sections;
    this.section = section;
  }

  /** The table's section; null where it was found without section headers. */
  public @Nullable ElfSection section() {
    return section;
  }

  /** Whether these are the symbols that a loader sees. */
  public boolean isDynamic() {
    return section == null || section.type() == SectionType.DYNSYM;
  }

  /** Number of symbols, with the empty first one. */
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, bytes.size() / entrySizeBytes);
  }

  /** {@code st_value} of a symbol. */
  public long value(int index) throws FormatException {
    return bytes.u64(at(index) + 8);
  }

  /** {@code st_size} of a symbol. */
  public long sizeBytes(int index) throws FormatException {
    return bytes.u64(at(index) + 16);
  }

  /** The name of a symbol; see {@link ElfSymbol#name}. */
  public String name(int index) throws FormatException {
    long at = at(index);
    return name(index, bytes.u32(at), bytes.u8(at + 4), bytes.u16(at + 6));
  }

  /**
   * A symbol.
   *
   * @throws IndexOutOfBoundsException where there is none of that index
   * @throws FormatException where the file changed; a name that cannot be read is no failure
   */
  public ElfSymbol symbol(int index) throws FormatException {
    long at = at(index);
    long nameOffset = bytes.u32(at);
    int info = bytes.u8(at + 4);
    int field = bytes.u16(at + 6);
    return new ElfSymbol(
        index,
        name(index, nameOffset, info, field),
        nameOffset,
        info,
        bytes.u8(at + 5),
        field,
        section(index, field),
        bytes.u64(at + 8),
        bytes.u64(at + 16),
        versions == null ? null : versions.version(index));
  }

  /**
   * All symbols as a list that reads each when it is asked for. Where the file changed meanwhile,
   * {@code get} throws an {@link java.io.UncheckedIOException} with the {@link FormatException}.
   */
  public List<ElfSymbol> asList() {
    return new LazyList<>(size(), this::symbol);
  }

  /** The symbol whose bytes hold a virtual address, or null; not for object files. */
  public @Nullable ElfSymbol holding(long virtualAddress) throws FormatException {
    int found = addresses().find(virtualAddress);
    return found < 0 ? null : symbol(found);
  }

  /** The first symbol of a name, or null. */
  public @Nullable ElfSymbol named(String name) throws FormatException {
    int found = names().find(name);
    return found < 0 ? null : symbol(found);
  }

  private synchronized RangeIndex addresses() throws FormatException {
    RangeIndex index = byAddress;
    if (index == null) {
      RangeIndex.Builder builder = new RangeIndex.Builder();
      int size = size();
      // Backwards, because of equal ranges the one added last is found: prefer the first listed.
      for (int i = size - 1; i >= 0; i--) {
        long at = at(i);
        int field = bytes.u16(at + 6);
        int type = bytes.u8(at + 4) & 0xf;
        boolean has =
            field != 0 && field != ElfSymbol.SECTION_ABSOLUTE && field != ElfSymbol.SECTION_COMMON;
        if (has && type != ElfSymbol.TLS && type != ElfSymbol.FILE) {
          builder.add(bytes.u64(at + 8), bytes.u64(at + 16), i);
        }
      }
      index = builder.build();
      byAddress = index;
    }
    return index;
  }

  private synchronized NameIndex names() throws FormatException {
    NameIndex index = byName;
    if (index == null) {
      index = NameIndex.of(size(), this::name);
      byName = index;
    }
    return index;
  }

  private String name(int index, long nameOffset, int info, int field) throws FormatException {
    int holder = (info & 0xf) == ElfSymbol.SECTION ? section(index, field) : 0;
    if (nameOffset == 0 && holder > 0 && holder < sections.size()) {
      return sections.get(holder).name();
    }
    try {
      return names.text(nameOffset);
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> "(name 0x%x cannot be read)".formatted(nameOffset);
      };
    }
  }

  private int section(int index, int field) throws FormatException {
    if (field == ElfSymbol.SECTION_EXTENDED) {
      ByteView indices = extendedIndices;
      long wide = indices != null && index < indices.size() / 4 ? indices.u32(4L * index) : -1;
      return wide <= Integer.MAX_VALUE ? (int) wide : -1;
    }
    return field >= 0xff00 ? -1 : field;
  }

  private long at(int index) {
    return (long) java.util.Objects.checkIndex(index, size()) * entrySizeBytes;
  }
}
