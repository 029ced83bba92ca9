package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfReader.Problems;
import org.kpackworkbench.model.format.elf.Relocation.RelocationType;
import org.kpackworkbench.model.format.elf.RelocationReader.RelocationContext;
import org.kpackworkbench.model.format.elf.RelocationTable.Kind;

/** Finds the tables of relocations by section headers and by the dynamic section. */
final class RelocationReader {
  private final ByteView file;
  private final ElfHeader header;
  private final List<ElfSection> sections;
  private final List<SymbolTable> symbols;
  private final AddressMap addresses;
  private final Problems problems;
  private final List<RelocationTable> tables = new ArrayList<>();

  RelocationReader(
      ByteView file,
      ElfHeader header,
      List<ElfSection> sections,
      List<SymbolTable> symbols,
      AddressMap addresses,
      Problems problems) {
    this.file = file;
    this.header = header;
    this.sections = sections;
    this.symbols = symbols;
    this.addresses = addresses;
    this.problems = problems;
  }

  List<RelocationTable> read(List<DynamicEntry> dynamic) throws FormatException {
    for (ElfSection section : sections) {
      Kind kind = kind(section.type());
      if (kind != null) {
        try {
          tables.add(table(section, kind));
        } catch (FormatException problem) {
          problems.add(problem);
        }
      }
    }
    addUnlisted(dynamic, DynamicTag.RELR, DynamicTag.RELRSZ, Kind.RELR);
    addUnlisted(dynamic, DynamicTag.REL, DynamicTag.RELSZ, Kind.REL);
    addUnlisted(dynamic, DynamicTag.RELA, DynamicTag.RELASZ, Kind.RELA);
    long procedures = value(dynamic, DynamicTag.PLTREL);
    addUnlisted(
        dynamic,
        DynamicTag.JMPREL,
        DynamicTag.PLTRELSZ,
        procedures == DynamicTag.REL ? Kind.REL : Kind.RELA);
    return List.copyOf(tables);
  }

  private static @Nullable Kind kind(long type) {
    if (type == SectionType.RELA) {
      return Kind.RELA;
    }
    if (type == SectionType.REL) {
      return Kind.REL;
    }
    return type == SectionType.RELR || type == SectionType.ANDROID_RELR ? Kind.RELR : null;
  }

  private RelocationTable table(ElfSection section, Kind kind) throws FormatException {
    boolean dynamic = section.isAllocated() && !header.isObject();
    ElfSection target = null;
    ByteView targetBytes = null;
    if (header.isObject() && section.info() > 0 && section.info() < sections.size()) {
      target = sections.get((int) section.info());
      targetBytes = contentOrNull(target);
    }
    SymbolTable linked = null;
    for (SymbolTable table : symbols) {
      ElfSection holder = table.section();
      if (holder != null && holder.index() == section.link()) {
        linked = table;
      }
    }
    RelocationContext context =
        new RelocationContext(
            header.machine(), dynamic, addresses, section, target, targetBytes, linked);
    int entrySize = SymbolReader.entrySize(file, section, kind.sizeBytes);
    return create(context, ElfReader.content(file, section), kind, entrySize);
  }

  private @Nullable ByteView contentOrNull(ElfSection section) {
    try {
      return ElfReader.content(file, section);
    } catch (FormatException outside) {
      // Listed among the problems with the bounds of all sections.
      return null;
    }
  }

  private static RelocationTable create(
      RelocationContext context, ByteView bytes, Kind kind, int entrySize) {
    return kind == Kind.RELR
        ? new PackedRelocations(context, bytes)
        : new EntryRelocations(context, bytes, kind, entrySize);
  }

  /** Adds a table that a loader uses though no section header names it. */
  private void addUnlisted(List<DynamicEntry> dynamic, long at, long size, Kind kind)
      throws FormatException {
    long address = value(dynamic, at);
    long sizeBytes = value(dynamic, size);
    if (address == 0 || sizeBytes <= 0 || isListed(address)) {
      return;
    }
    try {
      ByteView bytes = addresses.from(address);
      bytes = bytes.slice(0, sizeBytes);
      SymbolTable loaderSymbols =
          symbols.stream().filter(SymbolTable::isDynamic).findFirst().orElse(null);
      RelocationContext context =
          new RelocationContext(header.machine(), true, addresses, null, null, null, loaderSymbols);
      tables.add(create(context, bytes, kind, kind.sizeBytes));
    } catch (FormatException problem) {
      problems.add(problem);
    }
  }

  private boolean isListed(long address) {
    for (RelocationTable table : tables) {
      ElfSection section = table.section();
      if (section != null && table.isDynamic() && section.containsAddress(address)) {
        return true;
      }
    }
    return false;
  }

  private static long value(List<DynamicEntry> dynamic, long tag) {
    for (DynamicEntry entry : dynamic) {
      if (entry.tag() == tag) {
        return entry.value();
      }
    }
    return 0;
  }

  /**
   * Context of a table of relocations.
   *
   * @param section the table's own section
   * @param target the section it applies to, where it does not apply by address
   * @param targetBytes the target's bytes, where it has any
   */
  record RelocationContext(
      int machine,
      boolean dynamic,
      AddressMap addresses,
      @Nullable ElfSection section,
      @Nullable ElfSection target,
      @Nullable ByteView targetBytes,
      @Nullable SymbolTable symbols) {

    /** The 8 bytes that a relocation changes, as they are in the file; 0 if they are not in it. */
    long storedWord(long offset) throws FormatException {
      if (target != null) {
        ByteView bytes = targetBytes;
        return bytes != null && offset >= 0 && offset <= bytes.size() - 8 ? bytes.u64(offset) : 0;
      }
      if (addresses.locate(offset) instanceof AddressMap.InFile) {
        ByteView bytes = addresses.from(offset);
        return bytes.size() >= 8 ? bytes.u64(0) : 0;
      }
      return 0;
    }
  }

  /** A table of some form, in the place that its context names. */
  abstract static sealed class ContextTable implements RelocationTable
      permits EntryRelocations, PackedRelocations {
    final RelocationContext context;

    ContextTable(RelocationContext context) {
      this.context = context;
    }

    @Override
    public final int machine() {
      return context.machine();
    }

    @Override
    public final @Nullable ElfSection section() {
      return context.section();
    }

    @Override
    public final boolean isDynamic() {
      return context.dynamic();
    }
  }

  /** {@code RELA} and {@code REL}: one entry each. */
  static final class EntryRelocations extends ContextTable {

    private final ByteView bytes;
    private final Kind kind;
    private final int entrySizeBytes;

    EntryRelocations(RelocationContext context, ByteView bytes, Kind kind, int entrySizeBytes) {
      super(context);
      this.bytes = bytes;
      this.kind = kind;
      this.entrySizeBytes = entrySizeBytes;
    }

    @Override
    public Kind kind() {
      return kind;
    }

    @Override
    public @Nullable ElfSection target() {
      return context.target();
    }

    @Override
    public @Nullable SymbolTable symbols() {
      return context.symbols();
    }

    @Override
    public int size() {
      return (int) Math.min(Integer.MAX_VALUE, bytes.size() / entrySizeBytes);
    }

    @Override
    public Relocation relocation(int index) throws FormatException {
      long at = (long) Objects.checkIndex(index, size()) * entrySizeBytes;
      long offset = bytes.u64(at);
      long type = bytes.u32(at + 8);
      long symbol = bytes.u32(at + 12);
      long addend = kind == Kind.RELA ? bytes.u64(at + 16) : context.storedWord(offset);
      return new Relocation(this, index, offset, type, symbol, addend);
    }

    @Override
    public void forEachOffset(OffsetVisitor visitor) throws FormatException {
      int size = size();
      for (int i = 0; i < size; i++) {
        visitor.visit(i, bytes.u64((long) i * entrySizeBytes));
      }
    }
  }

  /**
   * {@code RELR}: words of 64 bits. An even one is the address of a relative relocation, and the
   * next word of memory follows it. An odd one is a bitmap: bit i (1–63) says that the (i−1)-th
   * following word has a relocation too; then 63 words are passed (gABI, "Relative relocation
   * table"). Unpacked on first use.
   */
  static final class PackedRelocations extends ContextTable {
    private static final int WORD_BYTES = Kind.RELR.sizeBytes;
    private static final int BITS = 63;
    private static final int MOST = 1 << 26;

    private final ByteView bytes;
    private long @Nullable [] addresses;

    PackedRelocations(RelocationContext context, ByteView bytes) {
      super(context);
      this.bytes = bytes;
    }

    @Override
    public Kind kind() {
      return Kind.RELR;
    }

    @Override
    public @Nullable ElfSection target() {
      return null;
    }

    @Override
    public @Nullable SymbolTable symbols() {
      return null;
    }

    @Override
    public int size() throws FormatException {
      return addresses().length;
    }

    @Override
    public Relocation relocation(int index) throws FormatException {
      long address = addresses()[Objects.checkIndex(index, size())];
      long type = RelocationType.relative(machine());
      return new Relocation(this, index, address, type, 0, context.storedWord(address));
    }

    @Override
    public void forEachOffset(OffsetVisitor visitor) throws FormatException {
      long[] known = addresses();
      for (int index = 0; index < known.length; index++) {
        visitor.visit(index, known[index]);
      }
    }

    private synchronized long[] addresses() throws FormatException {
      long[] known = addresses;
      if (known == null) {
        known = unpacked();
        addresses = known;
      }
      return known;
    }

    private long[] unpacked() throws FormatException {
      LongStream.Builder found = LongStream.builder();
      int count = 0;
      long next = 0;
      for (long at = 0; at + WORD_BYTES <= bytes.size(); at += WORD_BYTES) {
        long word = bytes.u64(at);
        boolean address = (word & 1) == 0;
        count += address ? 1 : Long.bitCount(word >>> 1);
        if (count > MOST) {
          throw FormatException.at(bytes, at, label(), "size", Reason.TOO_LARGE)
              .mismatch("at most %d relocations".formatted(MOST), "more");
        }
        if (address) {
          found.add(word);
          next = word + WORD_BYTES;
          continue;
        }
        for (long bits = word >>> 1; bits != 0; bits &= bits - 1) {
          found.add(next + (long) Long.numberOfTrailingZeros(bits) * WORD_BYTES);
        }
        next += (long) BITS * WORD_BYTES;
      }
      return found.build().toArray();
    }
  }
}
