package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable.Kind;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.Overlay;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.restore.DevicePlace.Moved;

/** New bytes of wrappers, of what sets their pointers, and of the dynamic section. */
final class PointerEdits {
  private static final int RELA_BYTES = 24;
  private static final int ADDEND_AT = 16;
  private static final int POINTER_AT = 8;
  private static final int RESERVED_AT = 16;

  private final ElfFile elf;
  private final DevicePlace place;
  private final OffsetEdits edits;
  private final List<Overlay> overlays = new ArrayList<>();

  PointerEdits(ElfFile elf, DevicePlace place, OffsetEdits edits) {
    this.elf = elf;
    this.place = place;
    this.edits = edits;
  }

  /**
   * Makes them.
   *
   * @param addresses for each wrapper that of its bundle
   */
  List<Overlay> of(List<Wrapper> wrappers, long[] addresses) throws Refused {
    for (Wrapper wrapper : wrappers) {
      wrapper(wrapper, ElfBytes.u64(addresses[wrapper.index()]));
    }
    dynamic();
    return overlays;
  }

  private void wrapper(Wrapper wrapper, byte[] address) throws Refused {
    long at = edits.newOffset(wrapper.range().start());
    overlays.add(Overlay.bytes(at, ElfBytes.u32(WrapperMagic.HIPF_VALUE)));
    overlays.add(Overlay.bytes(at + RESERVED_AT, ElfBytes.u32(0)));
    PointerValue pointer = wrapper.pointer();
    switch (pointer.how()) {
      case STATIC, PACKED -> overlays.add(Overlay.bytes(at + POINTER_AT, address));
      case RELATIVE -> {
        overlays.add(Overlay.bytes(entryOffset(pointer, wrapper) + ADDEND_AT, address));
        if (pointer.stored() != 0) {
          overlays.add(Overlay.bytes(at + POINTER_AT, address));
        }
      }
      case SYMBOLIC, UNDEFINED, OTHER, NONE -> throw unknown(wrapper, pointer.words());
    }
  }

  private long entryOffset(PointerValue pointer, Wrapper wrapper) throws Refused {
    Relocation relocation = pointer.relocation();
    ElfSection table = relocation == null ? null : relocation.table().section();
    if (relocation == null || table == null || relocation.table().kind() != Kind.RELA) {
      throw unknown(wrapper, "its relocation is in no table of RELA entries");
    }
    return edits.newOffset(table.fileOffset()) + (long) relocation.index() * RELA_BYTES;
  }

  private static Refused unknown(Wrapper wrapper, String why) {
    return new Refused(
        RestoreRefusal.UNKNOWN_WRAPPER, "wrapper %d: %s".formatted(wrapper.index(), why));
  }

  private void dynamic() throws Refused {
    ElfSegment holder = null;
    for (ElfSegment segment : elf.segments()) {
      holder = segment.type() == SegmentType.DYNAMIC ? segment : holder;
    }
    for (DynamicEntry entry : elf.dynamic()) {
      long tag = entry.tag();
      boolean address =
          tag == DynamicTag.HASH || tag == DynamicTag.GNU_HASH || tag == DynamicTag.SYMTAB;
      Moved moved = address ? place.movedFrom(entry.value()) : null;
      if (moved != null) {
        if (holder == null) {
          throw new Refused(RestoreRefusal.UNUSUAL_LAYOUT, "there is no PT_DYNAMIC");
        }
        long at =
            edits.newOffset(holder.fileOffset()) + (long) entry.index() * DynamicEntry.SIZE_BYTES;
        overlays.add(Overlay.bytes(at + 8, ElfBytes.u64(moved.newAddress(entry.value()))));
      }
    }
  }
}
