package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.PointerValue.How;
import org.kpackworkbench.model.format.elf.RangeIndex.SortedKeys;
import org.kpackworkbench.model.format.elf.Relocation.RelocationType;

/** Works out what pointers will hold once relocations are applied. */
final class Pointers {
  private static final int NO_SECTION = -1;

  private final ElfHeader header;
  private final List<ElfSection> sections;
  private final List<RelocationTable> tables;
  private final AddressMap addresses;
  private final RangeIndex sectionsByAddress;
  private final Map<Integer, List<RelocationTable>> byTarget = new HashMap<>();
  private final Map<Integer, RelocationIndex> indices = new HashMap<>();

  Pointers(
      ElfHeader header,
      List<ElfSection> sections,
      List<RelocationTable> tables,
      AddressMap addresses,
      RangeIndex sectionsByAddress) {
    this.header = header;
    this.sections = sections;
    this.tables = tables;
    this.addresses = addresses;
    this.sectionsByAddress = sectionsByAddress;
  }

  PointerValue atAddress(long virtualAddress) throws FormatException {
    Relocation relocation = around(virtualAddress).find(virtualAddress);
    return switch (addresses.locate(virtualAddress)) {
      case AddressMap.InFile in -> {
        ByteView bytes = addresses.from(virtualAddress);
        yield bytes.size() < 8 ? nothing() : value(bytes.u64(0), relocation);
      }
      case AddressMap.ZeroFilled zero -> value(0, relocation);
      case AddressMap.BeyondFile beyond -> nothing();
      case AddressMap.Unmapped unmapped -> nothing();
    };
  }

  PointerValue inSection(ElfSection section, ByteView content, long offset) throws FormatException {
    return offset < 0 || offset > content.size() - 8
        ? nothing()
        : value(content.u64(offset), ofSection(section).find(offset));
  }

  private PointerValue value(long stored, @Nullable Relocation relocation) throws FormatException {
    if (relocation == null) {
      return new PointerValue(How.STATIC, stored, stored, null, null, null);
    }
    long type = relocation.type();
    if (RelocationType.isRelative(header.machine(), type)) {
      boolean packed = relocation.table().kind() == RelocationTable.Kind.RELR;
      How how = packed ? How.PACKED : How.RELATIVE;
      return new PointerValue(how, relocation.addend(), stored, relocation, null, null);
    }
    ElfSymbol symbol = relocation.symbol().orElse(null);
    if (!RelocationType.isSymbolic(header.machine(), type)) {
      return new PointerValue(How.OTHER, 0, stored, relocation, symbol, null);
    }
    if (symbol == null) {
      // Symbol 0 has the value 0: the addend alone, to which no base is added.
      boolean none = relocation.symbolIndex() == 0;
      return new PointerValue(
          none ? How.SYMBOLIC : How.UNDEFINED,
          none ? relocation.addend() : 0,
          stored,
          relocation,
          null,
          null);
    }
    return symbolic(stored, relocation, symbol);
  }

  private PointerValue symbolic(long stored, Relocation relocation, ElfSymbol symbol) {
    if (symbol.isUndefined() || symbol.sectionField() == ElfSymbol.SECTION_COMMON) {
      return new PointerValue(How.UNDEFINED, 0, stored, relocation, symbol, null);
    }
    boolean counted =
        header.isObject() && symbol.section() > 0 && symbol.section() < sections.size();
    ElfSection target = counted ? sections.get(symbol.section()) : null;
    long value = symbol.value() + relocation.addend();
    return new PointerValue(How.SYMBOLIC, value, stored, relocation, symbol, target);
  }

  private synchronized RelocationIndex ofSection(ElfSection section) throws FormatException {
    if (byTarget.isEmpty()) {
      for (RelocationTable table : tables) {
        ElfSection target = table.target();
        int index = target == null ? NO_SECTION : target.index();
        byTarget.computeIfAbsent(index, key -> new ArrayList<>()).add(table);
      }
    }
    RelocationIndex index = indices.get(section.index());
    if (index == null) {
      index = RelocationIndex.of(byTarget.getOrDefault(section.index(), List.of()));
      indices.put(section.index(), index);
    }
    return index;
  }

  /**
   * The relocations that a loader applies to a section, or, outside of all, to the whole file. Most
   * relocations belong to sections that are never queried, and then need no memory.
   */
  private synchronized RelocationIndex around(long virtualAddress) throws FormatException {
    int found = sectionsByAddress.find(virtualAddress);
    RelocationIndex index = indices.get(found);
    if (index == null) {
      List<RelocationTable> applied = tables.stream().filter(RelocationTable::isDynamic).toList();
      if (found == NO_SECTION) {
        index = RelocationIndex.of(applied);
      } else {
        ElfSection section = sections.get(found);
        index = RelocationIndex.within(applied, section.address(), section.sizeBytes());
      }
      indices.put(found, index);
    }
    return index;
  }

  private static PointerValue nothing() {
    return new PointerValue(How.NONE, 0, 0, null, null, null);
  }

  /** Finds a relocation by what it changes, over several tables; of two the last applied wins. */
  private record RelocationIndex(
      List<RelocationTable> tables, int[] firsts, long[] offsets, int[] ids) {
    /** All relocations. */
    static RelocationIndex of(List<RelocationTable> tables) throws FormatException {
      return of(tables, offset -> true);
    }

    /** The relocations of a range of addresses. */
    static RelocationIndex within(List<RelocationTable> tables, long start, long sizeBytes)
        throws FormatException {
      return of(tables, offset -> Long.compareUnsigned(offset - start, sizeBytes) < 0);
    }

    private static RelocationIndex of(List<RelocationTable> tables, LongPredicate filter)
        throws FormatException {
      int[] firsts = new int[tables.size()];
      long total = 0;
      LongStream.Builder found = LongStream.builder();
      IntStream.Builder numbers = IntStream.builder();
      for (int i = 0; i < firsts.length; i++) {
        firsts[i] = (int) total;
        total += tables.get(i).size();
        if (total > Integer.MAX_VALUE) {
          throw FormatException.in("", tables.get(i).label(), "size", Reason.TOO_LARGE)
              .mismatch("at most %d relocations".formatted(Integer.MAX_VALUE), total);
        }
        int first = firsts[i];
        tables
            .get(i)
            .forEachOffset(
                (index, offset) -> {
                  if (filter.test(offset)) {
                    found.add(offset);
                    numbers.add(first + index);
                  }
                });
      }
      long[] offsets = found.build().toArray();
      int[] ids = numbers.build().toArray();
      SortedKeys.sort(offsets, ids);
      return new RelocationIndex(tables, firsts, offsets, ids);
    }

    @Nullable Relocation find(long offset) throws FormatException {
      int at = SortedKeys.floor(offsets, offset);
      return at >= 0 && offsets[at] == offset ? relocation(ids[at]) : null;
    }

    private Relocation relocation(int id) throws FormatException {
      int table = Arrays.binarySearch(firsts, id);
      table = table < 0 ? -table - 2 : table;
      // Empty tables share their first number with the next one.
      while (table + 1 < firsts.length && firsts[table + 1] <= id) {
        table++;
      }
      return tables.get(table).relocation(id - firsts[table]);
    }
  }
}
