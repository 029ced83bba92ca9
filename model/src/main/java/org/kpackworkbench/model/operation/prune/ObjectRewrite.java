package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
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
import org.kpackworkbench.model.format.offload.WrapperTarget;

/**
 * Gives sections of an object file other bundles. What follows them moves, in steps of the largest
 * alignment there; addends and symbols that lead into such a section follow what they lead to
 * (System V gABI, "Relocation"; x86-64 psABI, table 4.10). Sections, symbols and relocations keep
 * their numbers. Used once, by one thread.
 */
final class ObjectRewrite {
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

  /**
   * A section that changes.
   *
   * @param content its new bytes
   * @param before where its bundles were, from its start, in their order
   * @param after where they are
   * @param changed for each whether its bytes are others
   */
  record NewSection(
      ElfSection section,
      ByteView content,
      List<ByteRange> before,
      List<ByteRange> after,
      List<Boolean> changed) {
    /**
     * Where an offset goes.
     *
     * @param end whether it is where something ends
     * @return -1 for an offset inside a bundle that changes, or outside of all
     */
    long moved(long offset, boolean end) {
      if (offset == 0 && !end) {
        return 0;
      }
      if (offset == section.sizeBytes()) {
        return content.size();
      }
      if (offset < 0 || offset > section.sizeBytes()) {
        return -1;
      }
      long oldEnd = 0;
      long newEnd = 0;
      for (int i = 0; i < before.size(); i++) {
        ByteRange old = before.get(i);
        ByteRange now = after.get(i);
        if (end ? offset <= old.start() : offset < old.start()) {
          return inPadding(offset, oldEnd, newEnd, old.start(), now.start());
        }
        if (end ? offset <= old.end() : offset < old.end()) {
          boolean whole = end ? offset == old.end() : offset == old.start();
          return whole
              ? (end ? now.end() : now.start())
              : changed.get(i) ? -1 : now.start() + offset - old.start();
        }
        oldEnd = old.end();
        newEnd = now.end();
      }
      return inPadding(offset, oldEnd, newEnd, section.sizeBytes(), content.size());
    }

    private static long inPadding(
        long offset, long oldEnd, long newEnd, long oldNext, long newNext) {
      return offset == oldNext ? newNext : Math.min(newNext, newEnd + offset - oldEnd);
    }
  }

  /** Eight bytes at an offset of the old file. */
  private record Patch(long offset, long value) {}

  ObjectRewrite(FatBinary fat, List<NewSection> changes) {
    this.fat = fat;
    this.elf = fat.elf();
    this.view = elf.view();
    changes.forEach(change -> sections.put(change.section().index(), change));
  }

  /**
   * Finds everything that refers to the sections.
   *
   * @throws FormatException if something cannot follow
   */
  void check() throws FormatException {
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
      layout(each.section());
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
    for (ByteRange other : others) {
      if (!other.isEmpty() && other.start() < range.end() && range.start() < other.end()) {
        throw unsupported(
            fatSection.headerOffset(),
            fatSection.label(),
            "bytes of its own",
            "bytes at 0x%x that belong to something else, too"
                .formatted(view.fileOffset(Math.max(other.start(), range.start()))));
      }
    }
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
    long moved = home.moved(offset, end);
    if (moved < 0) {
      throw unsupported(
          at,
          name,
          "the start or end of a bundle in " + home.section().label(),
          "0x%x, inside of one that changes or outside of the section".formatted(offset));
    }
    return moved;
  }

  /**
   * The new file, as a view of the old one and the new sections.
   *
   * @throws FormatException if something cannot follow
   */
  ByteView result() throws FormatException {
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
    verify(FatBinary.read(ElfFile.read(result)));
    return result;
  }

  /** The size of the new file, of which the contents of the new sections need not be known. */
  long sizeBytes() throws FormatException {
    return edits().newSizeBytes();
  }

  private OffsetEdits edits() throws FormatException {
    OffsetEdits edits = new OffsetEdits(view.size());
    for (NewSection each : sections.values()) {
      ElfSection section = each.section();
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

  /** Reads the new file as a linker would; what is wrong here is this program's fault. */
  private void verify(FatBinary result) throws FormatException {
    boolean same =
        result.elf().problems().isEmpty()
            && result.wrappers().size() == fat.wrappers().size()
            && result.bundles().size() == fat.bundles().size();
    for (int i = 0; same && i < fat.wrappers().size(); i++) {
      WrapperTarget before = fat.wrappers().get(i).target();
      WrapperTarget after = result.wrappers().get(i).target();
      same =
          before instanceof WrapperTarget.ToBundle
              ? before.equals(after)
              : before.getClass().equals(after.getClass());
    }
    if (!same) {
      throw unsupported(
          0,
          "wrappers",
          "%d wrappers that lead to %d bundles as before"
              .formatted(fat.wrappers().size(), fat.bundles().size()),
          "%d and %d".formatted(result.wrappers().size(), result.bundles().size()));
    }
  }

  private FormatException unsupported(long at, String field, String expected, long found) {
    return unsupported(at, field, expected, Long.toString(found));
  }

  private FormatException unsupported(long at, String field, String expected, String found) {
    return FormatException.at(view, at, "object file", field, Reason.UNSUPPORTED)
        .expected(expected)
        .found(found)
        .build();
  }
}
