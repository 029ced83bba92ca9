package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable.Kind;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException.Fault;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.Moved;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.NewPointer;

/** New bytes of pointers, of the relocations that set them, and of the dynamic section. */
final class PointerEdits {
  private static final int RELA_BYTES = 24;
  private static final int ADDEND_AT = 16;
  private static final long RELATIVE = 8;
  private static final long RELA_COUNT = 0x6ffffff9L;

  private final ElfFile elf;
  private final LayoutPlan plan;
  private final boolean makeRelative;
  private final List<ByteOverlay> overlays = new ArrayList<>();
  private final List<Symbolic> symbolic = new ArrayList<>();
  private final Map<Long, byte[]> swapped = new HashMap<>();

  /** A relocation by a symbol that becomes a relative one. */
  private record Symbolic(Relocation relocation, long address) {}

  PointerEdits(ElfFile elf, LayoutPlan plan, boolean makeRelative) {
    this.elf = elf;
    this.plan = plan;
    this.makeRelative = makeRelative;
  }

  List<ByteOverlay> of(List<NewPointer> pointers) throws LayoutException, FormatException {
    for (NewPointer pointer : pointers) {
      pointer(pointer);
    }
    dynamic(makeRelative());
    return overlays;
  }

  private void pointer(NewPointer pointer) throws LayoutException {
    long at = plan.newOffset(pointer.fileOffset());
    PointerValue value = pointer.value();
    byte[] address = ElfBytes.u64(pointer.address());
    switch (value.how()) {
      case STATIC, PACKED -> overlays.add(ByteOverlay.bytes(at, address));
      case RELATIVE -> {
        Relocation relocation = relocation(pointer);
        overlays.add(
            ByteOverlay.bytes(
                entryOffset(table(relocation), relocation.index()) + ADDEND_AT, address));
        if (value.stored() != 0) {
          overlays.add(ByteOverlay.bytes(at, address));
        }
      }
      case SYMBOLIC -> {
        if (!makeRelative) {
          throw unknown(pointer, value.words());
        }
        symbolic.add(new Symbolic(relocation(pointer), pointer.address()));
      }
      case UNDEFINED, OTHER, NONE -> throw unknown(pointer, value.words());
    }
  }

  private static Relocation relocation(NewPointer pointer) throws LayoutException {
    @Nullable Relocation relocation = pointer.value().relocation();
    if (relocation == null
        || relocation.table().section() == null
        || relocation.table().kind() != Kind.RELA) {
      throw unknown(pointer, "its relocation is in no table of RELA entries");
    }
    return relocation;
  }

  private static LayoutException unknown(NewPointer pointer, String why) {
    return new LayoutException(Fault.POINTER, pointer.label() + ": " + why);
  }

  private static ElfSection table(Relocation relocation) {
    return Objects.requireNonNull(relocation.table().section());
  }

  private long entryOffset(ElfSection table, long index) {
    return plan.newOffset(table.fileOffset()) + index * RELA_BYTES;
  }

  /**
   * Turns symbolic relocations into relative ones. The dynamic section may state how many relative
   * ones come first: then each new one changes places with the first that is none.
   */
  private long makeRelative() throws FormatException {
    long first = value(DynamicTag.RELA);
    long count = value(RELA_COUNT);
    symbolic.sort(Comparator.comparingInt(each -> each.relocation().index()));
    long counted = 0;
    for (Symbolic each : symbolic) {
      ElfSection table = table(each.relocation());
      long place = each.relocation().index();
      if (count > 0 && table.address() == first && place >= count + counted) {
        long swap = count + counted;
        if (swap != place) {
          long oldEntry = table.fileOffset() + swap * RELA_BYTES;
          byte[] displaced = swapped.getOrDefault(swap, elf.view().bytes(oldEntry, RELA_BYTES));
          swapped.put(place, displaced);
          overlays.add(ByteOverlay.bytes(entryOffset(table, place), displaced));
        }
        place = swap;
        counted++;
      }
      overlays.add(
          ByteOverlay.bytes(
              entryOffset(table, place), relative(each.relocation().offset(), each.address())));
    }
    return counted;
  }

  private static byte[] relative(long offset, long address) {
    byte[] entry = new byte[RELA_BYTES];
    System.arraycopy(ElfBytes.u64(offset), 0, entry, 0, 8);
    System.arraycopy(ElfBytes.u64(RELATIVE), 0, entry, 8, 8);
    System.arraycopy(ElfBytes.u64(address), 0, entry, ADDEND_AT, 8);
    return entry;
  }

  private void dynamic(long madeRelative) throws LayoutException {
    @Nullable ElfSegment holder = null;
    for (ElfSegment segment : elf.segments()) {
      holder = segment.type() == SegmentType.DYNAMIC ? segment : holder;
    }
    for (DynamicEntry entry : elf.dynamic()) {
      long value = newValue(entry, madeRelative);
      if (value != entry.value()) {
        if (holder == null) {
          throw LayoutPlan.unusual("there is no PT_DYNAMIC");
        }
        long at =
            plan.newOffset(holder.fileOffset()) + (long) entry.index() * DynamicEntry.SIZE_BYTES;
        overlays.add(ByteOverlay.bytes(at + 8, ElfBytes.u64(value)));
      }
    }
  }

  private long newValue(DynamicEntry entry, long madeRelative) {
    long tag = entry.tag();
    if (tag == RELA_COUNT) {
      return entry.value() + madeRelative;
    }
    boolean address =
        tag == DynamicTag.HASH || tag == DynamicTag.GNU_HASH || tag == DynamicTag.SYMTAB;
    @Nullable Moved moved = address ? plan.movedFrom(entry.value()) : null;
    return moved == null ? entry.value() : moved.newAddress(entry.value());
  }

  private long value(long tag) {
    return elf.dynamic().stream()
        .filter(entry -> entry.tag() == tag)
        .mapToLong(DynamicEntry::value)
        .findFirst()
        .orElse(0);
  }
}
