package org.kpackworkbench.model.format.elf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.base.bytes.TextIndex;

/**
 * A symbol table: symbols by index, read from the file on demand.
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
  private @Nullable TextIndex byName;

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

  /** The table's section; null if it was found without section headers. */
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

  /** The name of a symbol; see {@link ElfSymbol#name}. */
  public String name(int index) throws FormatException {
    long at = at(index);
    return name(index, bytes.u32(at), bytes.u8(at + 4), bytes.u16(at + 6));
  }

  /**
   * A symbol.
   *
   * @throws IndexOutOfBoundsException if there is none of that index
   * @throws FormatException if the file changed; a name that cannot be read is no failure
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

  /** The names of versions that symbols need, or are defined with. */
  List<String> versionNames() {
    return versions == null ? List.of() : List.copyOf(versions.names().values());
  }

  /**
   * All symbols as a list that reads each on demand. Where the file changed meanwhile, {@code get}
   * throws an {@link java.io.UncheckedIOException} with the {@link FormatException}.
   */
  public List<ElfSymbol> asList() {
    return new LazyList<>(size(), this::symbol);
  }

  /** The symbol whose bytes hold a virtual address; not for object files. */
  public Optional<ElfSymbol> holding(long virtualAddress) throws FormatException {
    int found = addresses().find(virtualAddress);
    return found < 0 ? Optional.empty() : Optional.of(symbol(found));
  }

  /** The first symbol of a name. */
  public Optional<ElfSymbol> named(String name) throws FormatException {
    int found = names().find(name);
    return found < 0 ? Optional.empty() : Optional.of(symbol(found));
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

  private synchronized TextIndex names() throws FormatException {
    TextIndex index = byName;
    if (index == null) {
      int[] hashes = new int[size()];
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = name(i).hashCode();
      }
      index = new TextIndex(hashes, String::hashCode, this::name);
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

  /**
   * The versions of dynamic symbols: {@code .gnu.version} has a number for each symbol, {@code
   * .gnu.version_r} and {@code .gnu.version_d} name the numbers (Linux Standard Base, "Symbol
   * Versioning").
   */
  record SymbolVersions(ByteView numbers, Map<Integer, String> names) {
    private static final int MOST_RECORDS = 1 << 15;
    private static final int MOST_NAME_BYTES = 4096;

    /** Starts from the numbers of the symbols; the names are added to it. */
    static SymbolVersions of(ByteView numbers) {
      return new SymbolVersions(numbers, new HashMap<>());
    }

    /** Takes the names from {@code .gnu.version_r}: per library a chain of 16-byte records. */
    void addNeeded(ByteView needed, StringTable texts) throws FormatException {
      long library = 0;
      int records = 0;
      while (records++ < MOST_RECORDS) {
        int count = needed.u16(library + 2);
        long at = library + needed.u32(library + 8);
        for (int i = 0; i < count && records++ < MOST_RECORDS; i++) {
          String name = texts.text(needed.u32(at + 8), MOST_NAME_BYTES);
          names.put(needed.u16(at + 6) & 0x7fff, name);
          long next = needed.u32(at + 12);
          if (next == 0) {
            break;
          }
          at += next;
        }
        long next = needed.u32(library + 12);
        if (next == 0) {
          break;
        }
        library += next;
      }
    }

    /** Takes the names from {@code .gnu.version_d}: a chain of 20-byte records. */
    void addDefined(ByteView defined, StringTable texts) throws FormatException {
      long at = 0;
      for (int records = 0; records < MOST_RECORDS; records++) {
        long first = at + defined.u32(at + 12);
        String name = texts.text(defined.u32(first), MOST_NAME_BYTES);
        names.put(defined.u16(at + 4) & 0x7fff, name);
        long next = defined.u32(at + 16);
        if (next == 0) {
          break;
        }
        at += next;
      }
    }

    @Nullable String version(int symbol) throws FormatException {
      if (symbol >= numbers.size() / 2) {
        return null;
      }
      int number = numbers.u16(2L * symbol) & 0x7fff;
      // 0 is local, 1 global; the base definition has 1 too, and is the library's own name.
      return number < 2 ? null : names.get(number);
    }
  }
}
