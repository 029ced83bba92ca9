package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.PlannedView;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * Gives sections of an ELF object other bundles. What follows them moves, in steps of the largest
 * alignment there; addends and symbols that lead into such a section follow what they lead to
 * (System V gABI, "Relocation"; x86-64 psABI, table 4.10). Sections, symbols and relocations keep
 * their numbers. Used once, by one thread.
 */
final class ElfObjectRewrite implements ObjectRewrite {
  private static final long LEAST_ALIGNMENT = 8;
  private static final long SECTION_HEADERS_FIELD = 40;
  private static final long OFFSET_FIELD = 24;
  private static final long SIZE_FIELD = 32;
  private static final long ADDEND_FIELD = 16;
  private static final long VALUE_FIELD = 8;
  private static final long SYMBOL_SIZE_FIELD = 16;

  /** {@code SHT_CREL}, relocations in LEB128. */
  private static final long COMPACT_RELOCATIONS = 0x40000014L;

  /** How far behind its place a 32-bit field at the end of an instruction is counted from. */
  private static final long INSTRUCTION_BIAS = -4;

  private final FatBinary fat;
  private final ElfFile elf;
  private final ByteView view;
  private final Map<Integer, NewSection> sections = new HashMap<>();
  private final List<Patch> patches = new ArrayList<>();

  /** Eight bytes at an offset of the old file. */
  private record Patch(long offset, long value) {}

  ElfObjectRewrite(FatBinary fat, List<NewSection> changes) {
    this.fat = fat;
    this.elf = fat.elf();
    this.view = elf.view();
    changes.forEach(change -> sections.put(change.section().index(), change));
  }

  @Override
  public void check() throws FormatException {
    for (FormatException problem : elf.problems()) {
      throw problem;
    }
    ElfHeader header = elf.header();
    if (header.machine() != ElfMachine.X86_64) {
      throw unsupported(18, "machine", "an object for x86-64", header.machineName());
    }
    if (header.programHeaderCount() != 0) {
      throw unsupported(56, "program headers", "none in an object", header.programHeaderCount());
    }
    for (NewSection each : sections.values()) {
      layout((ElfSection) each.section());
    }
    for (ElfSection section : elf.sections()) {
      if (section.type() == COMPACT_RELOCATIONS) {
        throw unsupported(
            section.headerOffset(), section.label(), "relocations of 24 bytes", "compact ones");
      }
    }
    for (SymbolTable table : elf.symbolTables()) {
      symbols(table);
    }
    for (RelocationTable table : elf.relocations()) {
      relocations(table);
    }
  }

  private void layout(ElfSection fatSection) throws FormatException {
    ByteRange range = new ByteRange(fatSection.fileOffset(), fatSection.sizeBytes());
    if (!elf.rangeOf(fatSection).equals(range)) {
      throw unsupported(fatSection.headerOffset(), fatSection.label(), "all its bytes", "fewer");
    }
    List<ByteRange> others = new ArrayList<>();
    others.add(new ByteRange(0, ElfHeader.SIZE_BYTES));
    for (ElfSection section : elf.sections()) {
      others.add(new ByteRange(section.headerOffset(), elf.header().sectionHeaderSizeBytes()));
      if (section.index() != fatSection.index()) {
        others.add(elf.rangeOf(section));
      }
    }
    ObjectRewrite.requireAlone(view, fatSection.headerOffset(), fatSection.label(), range, others);
  }

  private void symbols(SymbolTable table) throws FormatException {
    ElfSection holder = table.section();
    for (int i = 1; i < table.size(); i++) {
      ElfSymbol symbol = table.symbol(i);
      NewSection home = sections.get(symbol.section());
      if (home == null || holder == null) {
        continue;
      }
      long at = elf.rangeOf(holder).start() + (long) i * entryBytes(holder, ElfSymbol.SIZE_BYTES);
      long value = moved(home, symbol.value(), false, at, symbol.name());
      if (value != symbol.value()) {
        patches.add(new Patch(at + VALUE_FIELD, value));
      }
      if (symbol.sizeBytes() != 0) {
        long end = moved(home, symbol.value() + symbol.sizeBytes(), true, at, symbol.name());
        if (end - value != symbol.sizeBytes()) {
          patches.add(new Patch(at + SYMBOL_SIZE_FIELD, end - value));
        }
      }
    }
  }

  private static long entryBytes(ElfSection table, long usual) {
    return table.entrySizeBytes() == 0 ? usual : table.entrySizeBytes();
  }

  private void relocations(RelocationTable table) throws FormatException {
    ElfSection holder = table.section();
    ElfSection target = table.target();
    if (holder == null) {
      return;
    }
    if (target != null && sections.containsKey(target.index()) && table.size() > 0) {
      throw unsupported(
          holder.headerOffset(), holder.label(), "no relocation of device code", table.size());
    }
    long entry = entryBytes(holder, 24);
    for (int i = 0; i < table.size(); i++) {
      Relocation relocation = table.relocation(i);
      ElfSymbol symbol = relocation.symbol().orElse(null);
      NewSection home = symbol == null ? null : sections.get(symbol.section());
      if (symbol != null && home != null) {
        long at = elf.rangeOf(holder).start() + i * entry;
        String name = "relocation %d of %s".formatted(i, holder.label());
        addend(relocation, symbol, home, target, at, name);
      }
    }
  }

  private void addend(
      Relocation relocation,
      ElfSymbol symbol,
      NewSection home,
      @Nullable ElfSection target,
      long at,
      String name)
      throws FormatException {
    long bias =
        switch (relocation.typeName()) {
          case "R_X86_64_NONE" -> Long.MIN_VALUE;
          // The symbol's size, or a table's entry for it: the addend is no part of the place.
          case "R_X86_64_SIZE32",
              "R_X86_64_SIZE64",
              "R_X86_64_GOT32",
              "R_X86_64_GOT64",
              "R_X86_64_GOTPCREL",
              "R_X86_64_GOTPCREL64",
              "R_X86_64_GOTPCRELX",
              "R_X86_64_REX_GOTPCRELX" ->
              Long.MIN_VALUE;
          case "R_X86_64_64", "R_X86_64_32", "R_X86_64_32S", "R_X86_64_GOTOFF64" -> 0;
          case "R_X86_64_PC32", "R_X86_64_PLT32" ->
              target != null && target.isExecutable() ? INSTRUCTION_BIAS : 0;
          case "R_X86_64_PC64" -> 0;
          default ->
              throw unsupported(
                  at, name, "one of a type that leads to a bundle", relocation.typeName());
        };
    if (bias == Long.MIN_VALUE) {
      return;
    }
    if (relocation.addendInData()) {
      throw unsupported(at, name, "a relocation with an addend", relocation.table().kind().name());
    }
    long place = symbol.value() + relocation.addend() - bias;
    long addend =
        moved(home, place, false, at, name) - moved(home, symbol.value(), false, at, name) + bias;
    if (addend != relocation.addend()) {
      patches.add(new Patch(at + ADDEND_FIELD, addend));
    }
  }

  private long moved(NewSection home, long offset, boolean end, long at, String name)
      throws FormatException {
    return ObjectRewrite.moved(view, home, offset, end, at, name);
  }

  @Override
  public ByteView result() throws FormatException {
    check();
    OffsetEdits edits = edits();
    List<ByteOverlay> overlays = new ArrayList<>();
    for (Patch patch : patches) {
      overlays.add(word(edits.newOffset(patch.offset()), patch.value()));
    }
    overlays.add(word(SECTION_HEADERS_FIELD, edits.newOffset(elf.header().sectionHeadersOffset())));
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.NULL) {
        continue;
      }
      long header = edits.newOffset(section.headerOffset());
      long offset = edits.newOffset(section.fileOffset());
      NewSection change = sections.get(section.index());
      if (change != null) {
        long size = change.content().size();
        long behind = edits.newOffset(section.fileOffset() + section.sizeBytes());
        overlays.add(word(header + SIZE_FIELD, size));
        overlays.add(ByteOverlay.of(offset, change.content()));
        overlays.add(ByteOverlay.zeros(offset + size, behind - offset - size));
      }
      overlays.add(word(header + OFFSET_FIELD, offset));
    }
    ByteView result = PlannedView.of(view.name(), view, edits, overlays);
    ObjectRewrite.verify(fat, FatBinary.read(ElfFile.read(result)));
    return result;
  }

  @Override
  public long sizeBytes() throws FormatException {
    return edits().newSizeBytes();
  }

  private OffsetEdits edits() throws FormatException {
    OffsetEdits edits = new OffsetEdits(view.size());
    for (NewSection each : sections.values()) {
      ElfSection section = (ElfSection) each.section();
      long end = section.fileOffset() + section.sizeBytes();
      long step = alignmentBehind(section);
      long less = Math.floorDiv(section.sizeBytes() - each.content().size(), step) * step;
      if (less > 0) {
        edits.cut(end - less, less);
      } else {
        edits.insert(end, -less);
      }
    }
    return edits;
  }

  private static ByteOverlay word(long offset, long value) {
    return ByteOverlay.bytes(offset, ElfBytes.u64(value));
  }

  /** By so much what follows a section may move. */
  private long alignmentBehind(ElfSection fatSection) throws FormatException {
    long alignment = LEAST_ALIGNMENT;
    for (ElfSection section : elf.sections()) {
      long each = section.alignment();
      if (section.fileOffset() > fatSection.fileOffset() && each > alignment) {
        if (Long.bitCount(each) != 1) {
          throw unsupported(
              section.headerOffset() + 48,
              section.label(),
              "an alignment of 2 to some power",
              each);
        }
        alignment = each;
      }
    }
    return alignment;
  }

  private FormatException unsupported(long at, String field, String expected, long found) {
    return unsupported(at, field, expected, Long.toString(found));
  }

  private FormatException unsupported(long at, String field, String expected, String found) {
    return ObjectRewrite.unsupported(view, at, field, expected, found);
  }
}
