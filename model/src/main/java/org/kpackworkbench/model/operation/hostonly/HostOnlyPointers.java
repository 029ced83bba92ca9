package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.RelocationTable.Kind;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/**
 * New bytes of wrappers, of the relocations that set their pointers, and of the dynamic section.
 */
final class HostOnlyPointers {
  private static final int RELA_BYTES = 24;
  private static final int POINTER_AT = 8;
  private static final int RESERVED_AT = 16;
  static final long RELATIVE = 8;

  private final ElfFile elf;
  private final KeptPages kept;
  private final OffsetEdits edits;
  private final List<ByteOverlay> overlays = new ArrayList<>();
  private final List<Relocation> symbolic = new ArrayList<>();

  HostOnlyPointers(ElfFile elf, KeptPages kept, OffsetEdits edits) {
    this.elf = elf;
    this.kept = kept;
    this.edits = edits;
  }

  List<ByteOverlay> of(List<Wrapper> wrappers) throws Refused, FormatException {
    for (Wrapper wrapper : wrappers) {
      wrapper(wrapper);
    }
    long madeRelative = makeRelative();
    dynamic(madeRelative);
    return overlays;
  }

  private void wrapper(Wrapper wrapper) throws Refused {
    long at = edits.newOffset(wrapper.range().start());
    overlays.add(ByteOverlay.bytes(at, ElfBytes.u32(WrapperMagic.HIPK_VALUE)));
    overlays.add(ByteOverlay.bytes(at + RESERVED_AT, ElfBytes.u32(wrapper.index())));
    PointerValue pointer = wrapper.pointer();
    Relocation relocation = pointer.relocation();
    byte[] marker = ElfBytes.u64(kept.place().start());
    switch (pointer.how()) {
      case STATIC, PACKED -> overlays.add(ByteOverlay.bytes(at + POINTER_AT, marker));
      case RELATIVE -> {
        overlays.add(ByteOverlay.bytes(fileOffset(relocation, wrapper) + 16, marker));
        if (pointer.stored() != 0) {
          overlays.add(ByteOverlay.bytes(at + POINTER_AT, marker));
        }
      }
      case SYMBOLIC -> {
        fileOffset(relocation, wrapper);
        if (relocation != null) {
          symbolic.add(relocation);
        }
      }
      case UNDEFINED, OTHER, NONE ->
          throw new Refused(
              HostOnlyRefusal.UNKNOWN_WRAPPER,
              "wrapper %d: %s".formatted(wrapper.index(), pointer.words()));
    }
  }

  private long fileOffset(@Nullable Relocation relocation, Wrapper wrapper) throws Refused {
    ElfSection table = relocation == null ? null : relocation.table().section();
    if (relocation == null || table == null || relocation.table().kind() != Kind.RELA) {
      throw new Refused(
          HostOnlyRefusal.UNKNOWN_WRAPPER,
          "wrapper %d: its relocation is in no table of RELA entries".formatted(wrapper.index()));
    }
    return entryOffset(table, relocation.index());
  }

  private long entryOffset(ElfSection table, long index) {
    return edits.newOffset(table.fileOffset()) + index * RELA_BYTES;
  }

  /**
   * Turns symbolic relocations into relative ones. A loader may be told how many relative ones come
   * first: then each new one changes places with the first that is none.
   */
  private long makeRelative() throws FormatException {
    long first = value(DynamicTag.RELA);
    long count = value(RELA_COUNT);
    symbolic.sort(java.util.Comparator.comparingInt(Relocation::index));
    long counted = 0;
    for (Relocation relocation : symbolic) {
      ElfSection table = java.util.Objects.requireNonNull(relocation.table().section());
      byte[] relative = relative(relocation.offset());
      long place = relocation.index();
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
      overlays.add(ByteOverlay.bytes(entryOffset(table, place), relative));
    }
    return counted;
  }

  private static final long RELA_COUNT = 0x6ffffff9L;
  private final java.util.Map<Long, byte[]> swapped = new java.util.HashMap<>();

  private byte[] relative(long offset) {
    byte[] entry = new byte[RELA_BYTES];
    System.arraycopy(ElfBytes.u64(offset), 0, entry, 0, 8);
    System.arraycopy(ElfBytes.u64(RELATIVE), 0, entry, 8, 8);
    System.arraycopy(ElfBytes.u64(kept.place().start()), 0, entry, 16, 8);
    return entry;
  }

  private void dynamic(long madeRelative) throws Refused {
    ElfSegment holder = null;
    for (ElfSegment segment : elf.segments()) {
      holder = segment.type() == SegmentType.DYNAMIC ? segment : holder;
    }
    for (DynamicEntry entry : elf.dynamic()) {
      long value = newValue(entry, madeRelative);
      if (value != entry.value()) {
        if (holder == null) {
          throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, "there is no PT_DYNAMIC");
        }
        long at =
            edits.newOffset(holder.fileOffset()) + (long) entry.index() * DynamicEntry.SIZE_BYTES;
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
    if (address) {
      for (Moved moved : kept.moved()) {
        if (moved.containedOld(entry.value())) {
          return moved.newAddress(entry.value());
        }
      }
    }
    return entry.value();
  }

  private long value(long tag) {
    return elf.dynamic().stream()
        .filter(entry -> entry.tag() == tag)
        .mapToLong(DynamicEntry::value)
        .findFirst()
        .orElse(0);
  }

  /** Nothing but the wrappers may point to what goes away, or to what moves. */
  static final class RelocationCheck {
    private static final int STEP = 4096;

    private final ElfFile elf;
    private final KeptPages kept;
    private final Set<Long> wrapperPointers = new HashSet<>();

    RelocationCheck(ElfFile elf, KeptPages kept, Iterable<Wrapper> wrappers) {
      this.elf = elf;
      this.kept = kept;
      for (Wrapper wrapper : wrappers) {
        wrapperPointers.add(wrapper.address() + 8);
      }
    }

    void check(Progress progress) throws Refused, FormatException {
      for (RelocationTable table : elf.relocations()) {
        if (table.isDynamic()) {
          int size = table.size();
          for (int i = 0; i < size; i++) {
            check(table.relocation(i));
            if (i % STEP == 0) {
              progress.step(0);
            }
          }
        }
      }
    }

    private void check(Relocation relocation) throws Refused, FormatException {
      if (kept.place().contains(relocation.offset())) {
        throw into(relocation, "changes 0x%x, in .hip_fatbin".formatted(relocation.offset()));
      }
      if (wrapperPointers.contains(relocation.offset())) {
        return;
      }
      ElfSymbol symbol = relocation.symbolIndex() == 0 ? null : relocation.symbol();
      if (relocation.symbolIndex() != 0 && (symbol == null || symbol.section() <= 0)) {
        return;
      }
      long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
      if (kept.place().contains(target)) {
        throw into(relocation, "points to 0x%x, in .hip_fatbin".formatted(target));
      }
      for (Moved moved : kept.moved()) {
        if (moved.containedOld(target) && symbol == null) {
          throw new Refused(
              HostOnlyRefusal.NO_ROOM_FOR_HEADERS,
              name(relocation) + " points to " + moved.section().label() + ", which has to move");
        }
      }
    }

    private static Refused into(Relocation relocation, String what) {
      return new Refused(
          HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE, name(relocation) + " " + what);
    }

    private static String name(Relocation relocation) {
      return "%s for 0x%x, entry %d of %s,"
          .formatted(
              relocation.typeName(),
              relocation.offset(),
              relocation.index(),
              relocation.table().label());
    }
  }
}
