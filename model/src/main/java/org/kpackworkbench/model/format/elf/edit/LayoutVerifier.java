package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding.LayoutRule;

/**
 * Checks the layout of a linked ELF file: what loaders need, and what the tools that packagers run
 * take for granted.
 */
public final class LayoutVerifier {
  static final int MOST_FINDINGS = 1000;

  private static final Set<LayoutRule> REFUSED =
      EnumSet.of(
          LayoutRule.OFFSET_CONGRUENT,
          LayoutRule.ALIGNMENT_POWER,
          LayoutRule.SEGMENT_IN_FILE,
          LayoutRule.DYNAMIC_PRESENT);

  private static final Map<Long, Long> TYPE_OF_TAG =
      Map.of(
          DynamicTag.HASH, SectionType.HASH,
          DynamicTag.GNU_HASH, SectionType.GNU_HASH,
          DynamicTag.SYMTAB, SectionType.DYNSYM,
          DynamicTag.STRTAB, SectionType.STRTAB,
          DynamicTag.RELA, SectionType.RELA,
          DynamicTag.RELR, SectionType.RELR);

  /** The type of the section that one of a type links to. */
  private static final Map<Long, Long> LINKED_TYPES =
      Map.of(
          SectionType.SYMTAB, SectionType.STRTAB,
          SectionType.DYNSYM, SectionType.STRTAB,
          SectionType.DYNAMIC, SectionType.STRTAB,
          SectionType.GNU_VERNEED, SectionType.STRTAB,
          SectionType.GNU_VERDEF, SectionType.STRTAB,
          SectionType.HASH, SectionType.DYNSYM,
          SectionType.GNU_HASH, SectionType.DYNSYM,
          SectionType.GNU_VERSYM, SectionType.DYNSYM);

  /** The types of segments whose bytes another one loads. */
  private static final Set<Long> LOADED =
      Set.of(
          SegmentType.INTERP,
          SegmentType.DYNAMIC,
          SegmentType.NOTE,
          SegmentType.PHDR,
          SegmentType.TLS,
          SegmentType.GNU_EH_FRAME,
          SegmentType.GNU_PROPERTY,
          SegmentType.GNU_RELRO);

  private final ElfFile elf;
  private final List<ElfSegment> loads;
  private final List<LayoutFinding> findings = new ArrayList<>();

  private LayoutVerifier(ElfFile elf) {
    this.elf = elf;
    this.loads = elf.segments().stream().filter(ElfSegment::isLoad).toList();
  }

  /**
   * The first rule that a changed file breaks and that it did not break before; null if there is
   * none.
   */
  public static @Nullable LayoutFinding added(ElfFile before, ElfFile after)
      throws FormatException {
    List<LayoutFinding> findings = verify(after);
    if (findings.isEmpty()) {
      return null;
    }
    Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
    for (LayoutFinding finding : verify(before)) {
      broken.add(finding.rule());
    }
    return findings.stream()
        .filter(finding -> !broken.contains(finding.rule()))
        .findFirst()
        .orElse(null);
  }

  /** Why the dynamic linker refuses a file, in a sentence; null if nothing speaks against it. */
  public static @Nullable String refusal(ElfFile elf) throws FormatException {
    return verify(elf).stream()
        .filter(finding -> REFUSED.contains(finding.rule()))
        .findFirst()
        .map(finding -> "The dynamic linker refuses it: %s.".formatted(finding.what()))
        .orElse(null);
  }

  /** The rules that are broken, and where; at most a thousand. */
  public static List<LayoutFinding> verify(ElfFile elf) throws FormatException {
    if (elf.isEmptied()) {
      // Nothing loads it.
      return List.of();
    }
    LayoutVerifier verifier = new LayoutVerifier(elf);
    verifier.segments();
    verifier.sections();
    verifier.references();
    return List.copyOf(verifier.findings);
  }

  private void add(LayoutRule rule, long fileOffset, String what) {
    if (findings.size() < MOST_FINDINGS) {
      findings.add(new LayoutFinding(rule, fileOffset, what));
    }
  }

  /** The rules about what names a section, by index or by address. */
  private void references() throws FormatException {
    for (ElfSection section : elf.sections()) {
      links(section);
    }
    for (SymbolTable table : elf.symbolTables()) {
      symbols(table);
    }
    dynamic();
  }

  private void links(ElfSection section) {
    long count = elf.sections().size();
    long wanted = LINKED_TYPES.getOrDefault(section.type(), 0L);
    if (section.link() >= count) {
      add(section.headerOffset(), section.label() + " links to section " + section.link());
    } else if (wanted != 0
        && section.link() != 0
        && elf.sections().get((int) section.link()).type() != wanted) {
      String linked = elf.sections().get((int) section.link()).label();
      add(section.headerOffset(), section.label() + " links to " + linked);
    }
    boolean relocations = section.type() == SectionType.RELA || section.type() == SectionType.REL;
    if (relocations && section.info() >= count) {
      add(section.headerOffset(), section.label() + " is for section " + section.info());
    }
  }

  private void symbols(SymbolTable table) throws FormatException {
    for (int i = 0; i < table.size(); i++) {
      ElfSymbol symbol = table.symbol(i);
      int field = symbol.sectionField();
      if (field == 0 || (field >= 0xff00 && field != ElfSymbol.SECTION_EXTENDED)) {
        continue;
      }
      // Above 65,280 sections the index is in a table of its own, which .dynsym has none of.
      if (field == ElfSymbol.SECTION_EXTENDED && symbol.section() < 0) {
        continue;
      }
      boolean exists = symbol.section() > 0 && symbol.section() < elf.sections().size();
      ElfSection section = exists ? elf.sections().get(symbol.section()) : null;
      // Linkers give marks such as _end a section that ends before them, or the one behind.
      boolean counted =
          section != null && section.isAllocated() && symbol.type() == ElfSymbol.OBJECT;
      if (section == null || (counted && !holds(section, symbol))) {
        add(
            LayoutRule.SYMBOL_SECTION,
            section(table),
            "symbol %d (%s) at 0x%x in section %d"
                .formatted(i, symbol.name(), symbol.value(), symbol.section()));
      }
    }
  }

  private static boolean holds(ElfSection section, ElfSymbol symbol) {
    return symbol.value() >= section.address()
        && symbol.value() - section.address() <= section.sizeBytes();
  }

  private static long section(SymbolTable table) {
    ElfSection holder = table.section();
    return holder == null ? 0 : holder.fileOffset();
  }

  private void dynamic() {
    for (DynamicEntry entry : elf.dynamic()) {
      Long type = TYPE_OF_TAG.get(entry.tag());
      if (type == null || elf.sections().isEmpty()) {
        continue;
      }
      boolean found = false;
      for (ElfSection section : elf.sections()) {
        found |=
            section.isAllocated() && section.type() == type && section.address() == entry.value();
      }
      if (!found) {
        add(
            LayoutRule.DYNAMIC_MATCHES,
            0,
            "%s is 0x%x, where no such section is".formatted(entry.tagName(), entry.value()));
      }
    }
  }

  private void add(long fileOffset, String what) {
    add(LayoutRule.LINK_VALID, fileOffset, what);
  }

  /** The rules about where sections lie. */
  private void sections() {
    for (ElfSection section : elf.sections()) {
      inFile(section);
      if (section.isAllocated() && !isThreadTemplate(section)) {
        inSegment(section);
      }
    }
    apart();
  }

  /** Thread-local zero-filled data takes no addresses: what follows has the same ones. */
  private static boolean isThreadTemplate(ElfSection section) {
    return section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
  }

  private void inFile(ElfSection section) {
    long size = elf.view().size();
    long stored = section.storedSizeBytes();
    if (stored != 0
        && (stored < 0
            || section.fileOffset() < 0
            || section.fileOffset() > size
            || stored > size - section.fileOffset())) {
      add(LayoutRule.SECTION_IN_FILE, section, "of a file of 0x%x bytes".formatted(size));
    }
  }

  private void inSegment(ElfSection section) {
    ElfSegment holder = null;
    for (ElfSegment load : loads) {
      long inside = section.address() - load.virtualAddress();
      if (inside >= 0 && inside + section.sizeBytes() <= load.memorySizeBytes()) {
        holder = load;
        break;
      }
    }
    if (section.sizeBytes() == 0) {
      return;
    }
    if (holder == null) {
      add(LayoutRule.SECTION_IN_SEGMENT, section, "in no loaded segment");
      return;
    }
    long inside = section.address() - holder.virtualAddress();
    if (section.isNoBits()) {
      if (inside < holder.fileSizeBytes()) {
        add(LayoutRule.NO_BITS_IN_MEMORY, section, "segment " + holder.index());
      }
    } else if (section.fileOffset() - holder.fileOffset() != inside
        || inside + section.sizeBytes() > holder.fileSizeBytes()) {
      add(LayoutRule.SECTION_OFFSET, section, "segment " + holder.index());
    }
  }

  private void apart() {
    List<ElfSection> stored = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      if (section.storedSizeBytes() > 0) {
        stored.add(section);
      }
    }
    stored.sort(Comparator.comparingLong(ElfSection::fileOffset));
    long end = 0;
    for (ElfSection section : stored) {
      if (section.fileOffset() < end) {
        add(LayoutRule.SECTIONS_APART, section, "overlaps the one before");
      }
      end = Math.max(end, section.fileOffset() + section.storedSizeBytes());
    }
  }

  private void add(LayoutRule rule, ElfSection section, String what) {
    add(
        rule,
        section.headerOffset(),
        "section %d (%s, address 0x%x, offset 0x%x, 0x%x bytes): %s"
            .formatted(
                section.index(),
                section.label(),
                section.address(),
                section.fileOffset(),
                section.sizeBytes(),
                what));
  }

  private void segments() {
    loads();
    for (ElfSegment segment : elf.segments()) {
      alone(segment);
    }
    headers();
    if (elf.header().type() == ElfHeader.SHARED
        && !loads.isEmpty()
        && elf.segments().stream().noneMatch(each -> each.type() == SegmentType.DYNAMIC)) {
      add(
          LayoutRule.DYNAMIC_PRESENT,
          elf.header().programHeadersOffset(),
          "none of its %d segments is PT_DYNAMIC".formatted(elf.segments().size()));
    }
  }

  private void loads() {
    for (int i = 0; i < loads.size(); i++) {
      ElfSegment segment = loads.get(i);
      for (int j = 0; j < i; j++) {
        ElfSegment before = loads.get(j);
        boolean ascend = before.virtualAddress() <= segment.virtualAddress();
        if (j == i - 1 && !ascend) {
          add(LayoutRule.LOADS_ASCEND, segment, "lower than the one before");
        }
        if (overlap(
            before.virtualAddress(),
            before.memorySizeBytes(),
            segment.virtualAddress(),
            segment.memorySizeBytes())) {
          add(LayoutRule.LOADS_APART_IN_MEMORY, segment, "overlaps segment " + before.index());
        }
        if (overlap(
            before.fileOffset(),
            before.fileSizeBytes(),
            segment.fileOffset(),
            segment.fileSizeBytes())) {
          add(LayoutRule.LOADS_APART_IN_FILE, segment, "overlaps segment " + before.index());
        }
      }
    }
  }

  private void alone(ElfSegment segment) {
    long alignment = segment.alignment();
    if (alignment != 0 && Long.bitCount(alignment) != 1) {
      add(LayoutRule.ALIGNMENT_POWER, segment, "alignment 0x%x".formatted(alignment));
    } else if (segment.isLoad()
        && alignment > 1
        && (segment.fileOffset() - segment.virtualAddress()) % alignment != 0) {
      add(LayoutRule.OFFSET_CONGRUENT, segment, "alignment 0x%x".formatted(alignment));
    }
    long size = elf.view().size();
    boolean inFile =
        segment.fileSizeBytes() == 0
            || (segment.fileOffset() >= 0
                && segment.fileSizeBytes() > 0
                && segment.fileOffset() <= size
                && segment.fileSizeBytes() <= size - segment.fileOffset());
    boolean inMemory =
        Long.compareUnsigned(segment.fileSizeBytes(), segment.memorySizeBytes()) <= 0;
    if (!inFile || !inMemory) {
      add(LayoutRule.SEGMENT_IN_FILE, segment, "of a file of 0x%x bytes".formatted(size));
    }
    if (LOADED.contains(segment.type()) && segment.fileSizeBytes() > 0) {
      ElfSegment load = loading(segment);
      if (load == null) {
        add(LayoutRule.SEGMENT_LOADED, segment, "in no loaded segment");
      }
    }
  }

  /** The segment that loads all of another's bytes from where that one says they are. */
  private @Nullable ElfSegment loading(ElfSegment segment) {
    for (ElfSegment load : loads) {
      long inside = segment.virtualAddress() - load.virtualAddress();
      if (inside >= 0
          && inside + segment.fileSizeBytes() <= load.fileSizeBytes()
          && segment.fileOffset() - load.fileOffset() == inside) {
        return load;
      }
    }
    return null;
  }

  private void headers() {
    if (elf.segments().isEmpty()) {
      return;
    }
    long start = elf.header().programHeadersOffset();
    long size = (long) elf.segments().size() * ElfSegment.HEADER_SIZE_BYTES;
    ElfSegment holder = null;
    for (ElfSegment load : loads) {
      if (load.containsOffset(start) && load.containsOffset(start + size - 1)) {
        holder = load;
      }
    }
    if (holder == null) {
      add(LayoutRule.HEADERS_LOADED, start, "0x%x bytes of program headers".formatted(size));
    }
    for (ElfSegment segment : elf.segments()) {
      long address =
          holder == null
              ? segment.virtualAddress()
              : holder.virtualAddress() + start - holder.fileOffset();
      if (segment.type() == SegmentType.PHDR
          && (segment.fileOffset() != start
              || segment.fileSizeBytes() != size
              || segment.virtualAddress() != address)) {
        add(
            LayoutRule.PHDR_MATCHES,
            segment,
            "headers at 0x%x, address 0x%x, 0x%x bytes".formatted(start, address, size));
      }
    }
  }

  private static boolean overlap(long start, long size, long otherStart, long otherSize) {
    return size > 0 && otherSize > 0 && start < otherStart + otherSize && otherStart < start + size;
  }

  private void add(LayoutRule rule, ElfSegment segment, String what) {
    add(
        rule,
        segment.headerOffset(),
        "segment %d (%s, offset 0x%x, address 0x%x, 0x%x bytes, 0x%x in memory): %s"
            .formatted(
                segment.index(),
                segment.typeName(),
                segment.fileOffset(),
                segment.virtualAddress(),
                segment.fileSizeBytes(),
                segment.memorySizeBytes(),
                what));
  }
}
