package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.Overlay;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite.Place;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * Every offset and every new byte of a host-only file with another marker: the marker, the section
 * and program headers, and, where it moves, all that leads to it.
 */
final class MarkerLayout {
  private static final int E_SHOFF = 0x28;
  private static final int RELA_BYTES = 24;
  private static final int ADDEND_AT = 16;
  private static final int POINTER_AT = 8;

  private final FatBinary fat;
  private final ElfFile elf;
  private final Marker marker;
  private final ElfSection own;
  private final byte[] bytes;
  private final MarkerRoom room;
  private final OffsetEdits edits;
  private final List<Overlay> overlays = new ArrayList<>();

  MarkerLayout(FatBinary fat, byte[] bytes) throws FormatException {
    this.fat = fat;
    this.elf = fat.elf();
    this.marker = Objects.requireNonNull(fat.marker());
    this.own = Objects.requireNonNull(marker.section());
    this.bytes = bytes;
    this.room = MarkerRoom.find(elf, marker, bytes.length);
    this.edits = new OffsetEdits(elf.view().size());
    if (room.grows()) {
      edits.insert(room.growAt(), room.grownBytes());
    }
    overlays.add(Overlay.zeros(marker.range().start(), marker.range().length()));
    overlays.add(Overlay.bytes(room.fileOffset(), bytes));
    sections();
    if (room.grows()) {
      segments();
    }
    if (room.address() != marker.address()) {
      pointers();
      symbols();
    }
  }

  OffsetEdits edits() {
    return edits;
  }

  List<Overlay> overlays() {
    return overlays;
  }

  /** The marker's virtual address. */
  long address() {
    return room.address();
  }

  /** Where the marker goes. */
  MarkerFit fit() throws FormatException {
    MarkerFit.Kind kind =
        room.grows()
            ? MarkerFit.Kind.GROWN
            : room.address() == marker.address() ? MarkerFit.Kind.IN_PLACE : MarkerFit.Kind.MOVED;
    long inPlace = MarkerRoom.inPlaceBytes(elf, marker);
    return new MarkerFit(kind, bytes.length, inPlace, Math.max(0, room.grownBytes()));
  }

  private void sections() throws FormatException {
    long table = edits.newOffset(elf.header().sectionHeadersOffset());
    overlays.add(Overlay.bytes(E_SHOFF, ElfBytes.u64(table)));
    for (ElfSection section : elf.sections()) {
      ElfSection moved = section(section);
      long at = table + (long) section.index() * ElfSection.HEADER_SIZE_BYTES;
      overlays.add(Overlay.bytes(at, ElfBytes.sectionHeader(moved)));
    }
  }

  private ElfSection section(ElfSection section) throws FormatException {
    if (section.index() == own.index()) {
      return new SectionEdit(section)
          .at(room.address(), room.fileOffset())
          .size(bytes.length)
          .build();
    }
    if (section.name().equals(FatSections.FAT)) {
      return fatSection(section);
    }
    return section.index() == 0 || section.type() == SectionType.NULL
        ? section
        : new SectionEdit(section).fileOffset(edits.newOffset(section.fileOffset())).build();
  }

  /** What is left of the device code's section gives way to the marker. */
  private ElfSection fatSection(ElfSection section) throws FormatException {
    if (room.grows()) {
      return new SectionEdit(section)
          .at(section.address() + room.loadedBytes(), room.growAt() + room.loadedBytes())
          .size(section.sizeBytes() - room.loadedBytes())
          .build();
    }
    long end = room.address() + bytes.length;
    long taken = end - section.address();
    if (taken <= 0
        || room.address() >= section.address() + section.sizeBytes()
        || !MarkerRoom.isEmptied(elf, section)) {
      return section;
    }
    long step = Math.max(1, section.alignment());
    long from = Math.min((taken + step - 1) / step * step, section.sizeBytes());
    return new SectionEdit(section)
        .at(section.address() + from, section.fileOffset() + from)
        .size(section.sizeBytes() - from)
        .build();
  }

  private void segments() {
    for (ElfSegment segment : elf.segments()) {
      boolean grown =
          segment.isLoad()
              && segment.fileOffset() + segment.fileSizeBytes() == room.growAt()
              && segment.virtualAddress() + segment.fileSizeBytes() == room.address();
      ElfSegment moved =
          new ElfSegment(
              segment.index(),
              segment.type(),
              segment.flags(),
              edits.newOffset(segment.fileOffset()),
              segment.virtualAddress(),
              segment.physicalAddress(),
              segment.fileSizeBytes() + (grown ? room.loadedBytes() : 0),
              segment.memorySizeBytes(),
              segment.alignment(),
              segment.headerOffset());
      overlays.add(Overlay.bytes(segment.headerOffset(), ElfBytes.programHeader(moved)));
    }
  }

  private void pointers() throws FormatException {
    for (RelocationTable table : elf.relocations()) {
      int size = table.isDynamic() ? table.size() : 0;
      for (int i = 0; i < size; i++) {
        relocation(table, table.relocation(i));
      }
    }
    for (Wrapper wrapper : fat.wrappers()) {
      if (wrapper.pointer().stored() == marker.address()) {
        pointer(wrapper.range().start() + POINTER_AT);
      }
      switch (wrapper.pointer().how()) {
        case STATIC, RELATIVE, PACKED -> {}
        case SYMBOLIC, UNDEFINED, OTHER, NONE ->
            throw FormatException.in(
                    elf.view().name(), "wrapper " + wrapper.index(), "pointer", Reason.UNSUPPORTED)
                .expected("a pointer that can be set to another address")
                .found(wrapper.pointer().words())
                .advice("Use shorter search paths or a shorter name.")
                .build();
      }
    }
  }

  private void pointer(long oldOffset) {
    overlays.add(Overlay.bytes(edits.newOffset(oldOffset), ElfBytes.u64(room.address())));
  }

  /** Relative relocations that lead to the marker; those in data are the wrappers' bytes. */
  private void relocation(RelocationTable table, Relocation relocation) {
    ElfSection section = table.section();
    if (relocation.symbolIndex() != 0 || relocation.addend() != marker.address()) {
      return;
    }
    if (table.kind() == RelocationTable.Kind.RELA && section != null) {
      pointer(section.fileOffset() + (long) relocation.index() * RELA_BYTES + ADDEND_AT);
    } else if (elf.addresses().locate(relocation.offset()) instanceof AddressMap.InFile place) {
      pointer(place.fileOffset());
    }
  }

  private void symbols() throws FormatException {
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.SYMTAB || section.type() == SectionType.DYNSYM) {
        ByteView table = elf.content(section);
        overlays.add(
            Overlay.of(
                edits.newOffset(section.fileOffset()), SymbolRewrite.of(table, this::place)));
      }
    }
  }

  private Place place(int info, Place old) {
    ElfSection fatSection = elf.section(FatSections.FAT);
    boolean ofSection = (info & 0xf) == ElfSymbol.SECTION;
    if (old.sectionField() == own.index()) {
      return new Place(
          old.sectionField(),
          room.address(),
          ofSection ? old.sizeBytes() : Math.min(old.sizeBytes(), bytes.length));
    }
    if (ofSection
        && room.grows()
        && fatSection != null
        && old.sectionField() == fatSection.index()) {
      return new Place(old.sectionField(), old.value() + room.loadedBytes(), old.sizeBytes());
    }
    return old;
  }
}
