package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfReader.Problems;

/**
 * Reads the dynamic section as a loader does, by its segment; and, where section headers were
 * stripped, the symbols that it leads to.
 */
final class DynamicReader {
  private static final int MOST_ENTRIES = 1 << 16;

  private final ByteView file;
  private final List<ElfSection> sections;
  private final List<ElfSegment> segments;
  private final AddressMap addresses;
  private final Problems problems;
  private List<DynamicEntry> entries = List.of();
  private @Nullable StringTable texts;

  DynamicReader(
      ByteView file,
      List<ElfSection> sections,
      List<ElfSegment> segments,
      AddressMap addresses,
      Problems problems) {
    this.file = file;
    this.sections = sections;
    this.segments = segments;
    this.addresses = addresses;
    this.problems = problems;
  }

  List<DynamicEntry> read() throws FormatException {
    try {
      ByteRange range = range();
      List<DynamicEntry> raw = range == null ? List.of() : raw(range);
      entries = raw;
      texts = strings();
      List<DynamicEntry> named = new ArrayList<>(raw.size());
      for (DynamicEntry entry : raw) {
        named.add(withText(entry));
      }
      entries = List.copyOf(named);
    } catch (FormatException problem) {
      problems.add(problem);
    }
    return entries;
  }

  private @Nullable ByteRange range() {
    for (ElfSegment segment : segments) {
      if (segment.type() == SegmentType.DYNAMIC) {
        return ElfReader.clip(file, segment.fileOffset(), segment.fileSizeBytes());
      }
    }
    for (ElfSection section : sections) {
      if (section.type() == SectionType.DYNAMIC) {
        return ElfReader.clip(file, section.fileOffset(), section.sizeBytes());
      }
    }
    return null;
  }

  private List<DynamicEntry> raw(ByteRange range) throws FormatException {
    List<DynamicEntry> found = new ArrayList<>();
    long at = range.start();
    while (range.end() - at >= DynamicEntry.SIZE_BYTES && found.size() < MOST_ENTRIES) {
      long tag = file.u64(at);
      found.add(new DynamicEntry(found.size(), tag, file.u64(at + 8), null));
      if (tag == DynamicTag.NULL) {
        break;
      }
      at += DynamicEntry.SIZE_BYTES;
    }
    return found;
  }

  private @Nullable StringTable strings() throws FormatException {
    long address = value(DynamicTag.STRTAB);
    if (address != 0 && addresses.locate(address) instanceof AddressMap.InFile) {
      ByteView bytes = addresses.from(address);
      long size = value(DynamicTag.STRSZ);
      return new StringTable(size > 0 && size < bytes.size() ? bytes.slice(0, size) : bytes);
    }
    for (ElfSection section : sections) {
      boolean linked = section.link() > 0 && section.link() < sections.size();
      if (section.type() == SectionType.DYNAMIC && linked) {
        return new StringTable(ElfReader.content(file, sections.get((int) section.link())));
      }
    }
    return null;
  }

  private DynamicEntry withText(DynamicEntry entry) throws FormatException {
    StringTable table = texts;
    if (table == null || !DynamicTag.isText(entry.tag())) {
      return entry;
    }
    try {
      String text = table.text(entry.value());
      return new DynamicEntry(entry.index(), entry.tag(), entry.value(), text);
    } catch (FormatException problem) {
      problems.add(problem);
      return entry;
    }
  }

  private long value(long tag) {
    for (DynamicEntry entry : entries) {
      if (entry.tag() == tag) {
        return entry.value();
      }
    }
    return 0;
  }

  /** The symbols that the dynamic section leads to; null if it leads to none. */
  @Nullable SymbolTable symbols() throws FormatException {
    long address = value(DynamicTag.SYMTAB);
    StringTable names = texts;
    if (address == 0 || names == null) {
      return null;
    }
    try {
      ByteView bytes = addresses.from(address);
      long most = bytes.size() / ElfSymbol.SIZE_BYTES;
      long count = Math.min(most, symbolCount());
      ByteView table = bytes.slice(0, count * ElfSymbol.SIZE_BYTES);
      return new SymbolTable(table, ElfSymbol.SIZE_BYTES, names, null, null, sections, null);
    } catch (FormatException problem) {
      problems.add(problem);
      return null;
    }
  }

  /** The number of symbols is not written: the hash tables have one entry for each. */
  private long symbolCount() throws FormatException {
    long hash = value(DynamicTag.HASH);
    if (hash != 0) {
      return addresses.from(hash).u32(4);
    }
    long gnuHash = value(DynamicTag.GNU_HASH);
    return gnuHash == 0 ? 0 : gnuHashCount(addresses.from(gnuHash));
  }

  /** GNU hash: header of 4 words, bloom filter, buckets, then chains that end with an odd hash. */
  private static long gnuHashCount(ByteView table) throws FormatException {
    long buckets = table.u32(0);
    long first = table.u32(4);
    long bucketsAt = 16 + table.u32(8) * 8;
    long chainsAt = bucketsAt + buckets * 4;
    long last = 0;
    for (long i = 0; i < buckets; i++) {
      last = Math.max(last, table.u32(bucketsAt + i * 4));
    }
    if (last < first) {
      return first;
    }
    while ((table.u32(chainsAt + (last - first) * 4) & 1) == 0) {
      last++;
    }
    return last + 1;
  }
}
