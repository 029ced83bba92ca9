package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.PlannedView;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * Gives sections of a Windows object other bundles. What follows them moves; symbols, and addends
 * in the bytes that relocations change, follow what they lead to (Microsoft's "PE Format", "COFF
 * Relocations"). Used once, by one thread.
 */
final class CoffObjectRewrite implements ObjectRewrite {
  private static final int HEADER_BYTES = 20;
  private static final int SYMBOLS = 8;
  private static final int SYMBOL_COUNT = 12;
  private static final int FILE_SIZE = 16;
  private static final int FIRST_OFFSET = 20;
  private static final int OFFSETS_END = 32;
  private static final int RELOCATION_BYTES = 10;
  private static final int STATIC_CLASS = 3;

  private final CoffFile file;
  private final FatBinary fat;
  private final ByteView view;
  private final Map<Integer, NewSection> sections = new HashMap<>();
  private final Map<Long, byte[]> patches = new HashMap<>();

  /** Where sections' check sums are, by the sections' numbers. */
  private final Map<Integer, Long> checkSums = new HashMap<>();

  /** Sections with other bytes. */
  private final Set<Integer> changed = new HashSet<>();

  private long relocations;

  CoffObjectRewrite(CoffFile file, FatBinary fat, List<NewSection> changes) {
    this.file = file;
    this.fat = fat;
    this.view = file.view();
    changes.forEach(change -> sections.put(change.section().index(), change));
    changed.addAll(sections.keySet());
  }

  @Override
  public void check() throws FormatException {
    for (FormatException problem : file.problems()) {
      throw problem;
    }
    if (file.machine() != CoffFile.X86_64 && file.machine() != CoffFile.ARM64) {
      throw unsupported(0, "machine", "an object for x86-64 or AArch64", file.machineName());
    }
    for (NewSection each : sections.values()) {
      layout((CoffSection) each.section());
    }
    symbols();
    for (CoffSection section : file.sections()) {
      relocations(section);
    }
  }

  private void layout(CoffSection own) throws FormatException {
    ByteRange range = file.paddedRangeOf(own);
    long tableEnd = HEADER_BYTES + (long) file.sections().size() * CoffSection.HEADER_SIZE_BYTES;
    List<ByteRange> others = new ArrayList<>();
    others.add(new ByteRange(0, tableEnd));
    others.add(file.symbols());
    for (CoffSection section : file.sections()) {
      others.add(new ByteRange(section.relocationsOffset(), relocationBytes(section)));
      if (section.index() != own.index()) {
        others.add(file.paddedRangeOf(section));
      }
    }
    ObjectRewrite.requireAlone(view, own.headerOffset(), own.label(), range, others);
    if (own.relocationCount() > 0) {
      throw unsupported(
          own.headerOffset(),
          own.label(),
          "no relocation of device code",
          Integer.toString(own.relocationCount()));
    }
  }

  private static long relocationBytes(CoffSection section) {
    return (long) section.relocationCount() * RELOCATION_BYTES;
  }

  private void symbols() throws FormatException {
    long count = file.symbols().isEmpty() ? 0 : view.u32(SYMBOL_COUNT);
    for (long i = 0; i < count; i++) {
      long at = symbol(i);
      int further = view.u8(at + 17);
      NewSection home = home(at);
      long value = view.u32(at + 8);
      if (home != null) {
        patch(at + 8, value, moved(home, value, at, "symbol " + i));
      }
      boolean defines =
          further > 0 && i + 1 < count && value == 0 && view.u8(at + 16) == STATIC_CLASS;
      if (defines) {
        long definition = at + CoffFile.SYMBOL_BYTES;
        if (home != null) {
          patch(definition, view.u32(definition), home.content().size());
        }
        if (view.u32(definition + 8) != 0) {
          checkSums.put(view.u16(at + 12) - 1, definition + 8);
        }
      }
      i += further;
    }
  }

  private long symbol(long number) {
    return file.symbols().start() + number * CoffFile.SYMBOL_BYTES;
  }

  /** The new section that a symbol is in; null for another. */
  private @Nullable NewSection home(long symbol) throws FormatException {
    return sections.get(view.u16(symbol + 12) - 1);
  }

  private void patch(long at, long before, long after) {
    if (before != after) {
      patches.put(at, ElfBytes.u32(after));
    }
  }

  private void relocations(CoffSection section) throws FormatException {
    relocations += section.relocationCount();
    long end = section.relocationsOffset() + relocationBytes(section);
    if (end > view.size() || relocations > view.size() / RELOCATION_BYTES) {
      throw unsupported(
          section.headerOffset(), section.label(), "relocations inside the file", "more");
    }
    if (section.hasMoreRelocations()) {
      throw unsupported(
          section.headerOffset(), section.label(), "at most 65,534 relocations", "more");
    }
    for (int i = 0; i < section.relocationCount(); i++) {
      long at = section.relocationsOffset() + (long) i * RELOCATION_BYTES;
      long number = view.u32(at + 4);
      if (file.symbols().isEmpty() || number >= view.u32(SYMBOL_COUNT)) {
        continue;
      }
      NewSection home = home(symbol(number));
      if (home != null) {
        addend(section, at, home, view.u32(symbol(number) + 8), i);
      }
    }
  }

  private void addend(CoffSection section, long at, NewSection home, long value, int number)
      throws FormatException {
    String name = "relocation %d of %s".formatted(number, section.label());
    int width = width(view.u16(at + 8));
    if (width < 0) {
      throw unsupported(
          at, name, "one of a type that leads to a bundle", "type " + view.u16(at + 8));
    }
    long inside = view.u32(at) - section.address();
    if (inside < 0 || inside > file.rangeOf(section).length() - width) {
      throw unsupported(at, name, "a place inside of the section", "0x%x".formatted(inside));
    }
    if (width > 0) {
      long field = file.rangeOf(section).start() + inside;
      long addend = width == Long.BYTES ? view.u64(field) : (int) view.u32(field);
      long now = moved(home, value + addend, at, name) - moved(home, value, at, name);
      if (now != addend) {
        changed.add(section.index());
        patches.put(field, width == Long.BYTES ? ElfBytes.u64(now) : ElfBytes.u32(now));
      }
    }
  }

  /** The size of the addend of a type of relocations; 0 for none, -1 where it is in code. */
  private int width(int type) {
    boolean arm = file.machine() == CoffFile.ARM64;
    return switch (type) {
      case 0 -> 0;
      case 1 -> arm ? Integer.BYTES : Long.BYTES;
      case 2 -> Integer.BYTES;
      case 3, 4, 5, 6, 7, 9, 11 -> arm ? -1 : Integer.BYTES;
      case 8 -> Integer.BYTES;
      case 10 -> arm ? -1 : 0;
      case 13 -> arm ? 0 : -1;
      case 14 -> arm ? Long.BYTES : -1;
      case 17 -> arm ? Integer.BYTES : -1;
      default -> -1;
    };
  }

  private long moved(NewSection home, long offset, long at, String name) throws FormatException {
    return ObjectRewrite.moved(view, home, offset, false, at, name);
  }

  @Override
  public long sizeBytes() {
    return edits().newSizeBytes();
  }

  private OffsetEdits edits() {
    OffsetEdits edits = new OffsetEdits(view.size());
    for (NewSection each : sections.values()) {
      CoffSection section = (CoffSection) each.section();
      long end = section.fileOffset() + section.fileSizeBytes();
      long less = section.fileSizeBytes() - each.content().size();
      if (less > 0) {
        edits.cut(end - less, less);
      } else {
        edits.insert(end, -less);
      }
    }
    return edits;
  }

  @Override
  public ByteView result() throws FormatException {
    check();
    OffsetEdits edits = edits();
    List<ByteOverlay> overlays = new ArrayList<>();
    patches.forEach((at, bytes) -> overlays.add(ByteOverlay.bytes(edits.newOffset(at), bytes)));
    offset(SYMBOLS, edits, overlays);
    for (CoffSection section : file.sections()) {
      NewSection change = sections.get(section.index());
      if (change != null) {
        byte[] size = ElfBytes.u32(change.content().size());
        overlays.add(ByteOverlay.bytes(section.headerOffset() + FILE_SIZE, size));
        overlays.add(ByteOverlay.of(edits.newOffset(section.fileOffset()), change.content()));
      }
      for (int field = FIRST_OFFSET; field < OFFSETS_END; field += Integer.BYTES) {
        offset(section.headerOffset() + field, edits, overlays);
      }
    }
    CoffFile summed = CoffFile.read(PlannedView.of(view.name(), view, edits, overlays));
    for (CoffSection section : summed.sections()) {
      Long sum = checkSums.get(section.index());
      if (sum != null && changed.contains(section.index())) {
        ByteRange range = summed.paddedRangeOf(section);
        byte[] bytes = ElfBytes.u32(checkSum(summed.view().slice(range.start(), range.length())));
        overlays.add(ByteOverlay.bytes(edits.newOffset(sum), bytes));
      }
    }
    ByteView result = PlannedView.of(view.name(), view, edits, overlays);
    ObjectRewrite.verify(fat, FatBinary.read(CoffFile.read(result)));
    return result;
  }

  private void offset(long field, OffsetEdits edits, List<ByteOverlay> overlays)
      throws FormatException {
    long old = view.u32(field);
    if (old != 0) {
      overlays.add(ByteOverlay.bytes(field, ElfBytes.u32(edits.newOffset(old))));
    }
  }

  /** The CRC-32 of zlib, but with a register that starts at 0 and is not inverted at the end. */
  private static int checkSum(ByteView content) throws FormatException {
    CRC32 sum = new CRC32();
    sum.update(new byte[] {-1, -1, -1, -1});
    content.windows(Progress.NONE, (window, count) -> sum.update(window, 0, count));
    return ~(int) sum.getValue();
  }

  private FormatException unsupported(long at, String field, String expected, String found) {
    return ObjectRewrite.unsupported(view, at, field, expected, found);
  }
}
