package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.HeaderRoom;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.elf.edit.NoHeaderRoomException;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.Overlay;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/** The first phase: fixes every offset and every new byte of the host-only file. */
final class HostOnlyPlan {
  /** Entries beside the added one; with none or with many more, stock tools break some files. */
  private static final int SPARE_ENTRIES = 1;

  private static final int MOST_SECTIONS = 0xfe00;
  private static final int MOST_SEGMENTS = 0xfff0;
  private static final int E_SHOFF = 0x28;
  private static final int E_PHNUM = 0x38;
  private static final int E_SHNUM = 0x3c;
  private static final int E_SHSTRNDX = 0x3e;

  private final FatBinary fat;
  private final ElfFile elf;
  private final byte[] marker;
  private final KeptPages kept;
  private final OffsetEdits edits;
  private final List<Overlay> overlays = new ArrayList<>();

  HostOnlyPlan(FatBinary fat, byte[] marker, Progress progress) throws Refused, FormatException {
    this.fat = fat;
    this.elf = fat.elf();
    this.marker = marker;
    checkHeaders();
    checkRanges();
    this.kept = keptPages();
    this.edits = new OffsetEdits(elf.view().size());
    new RelocationCheck(elf, kept, fat.wrappers()).check(progress);
    plan();
    checkOverlays();
  }

  byte[] marker() {
    return marker;
  }

  KeptPages kept() {
    return kept;
  }

  OffsetEdits edits() {
    return edits;
  }

  List<Overlay> overlays() {
    return overlays;
  }

  private void checkHeaders() throws Refused {
    boolean usual =
        elf.header().sectionHeaderSizeBytes() == ElfSection.HEADER_SIZE_BYTES
            && elf.header().programHeaderSizeBytes() == ElfSegment.HEADER_SIZE_BYTES
            && elf.header().sectionHeaderCount() == elf.sections().size()
            && elf.header().programHeaderCount() == elf.segments().size()
            && elf.sections().size() <= MOST_SECTIONS
            && elf.segments().size() <= MOST_SEGMENTS;
    if (!usual) {
      throw new Refused(
          Refusal.UNUSUAL_LAYOUT,
          "%d sections and %d segments, where the header says %d and %d"
              .formatted(
                  elf.sections().size(),
                  elf.segments().size(),
                  elf.header().sectionHeaderCount(),
                  elf.header().programHeaderCount()));
    }
  }

  private void checkRanges() throws Refused {
    String fault = LayoutRanges.fault(elf);
    if (fault != null) {
      throw new Refused(Refusal.UNUSUAL_LAYOUT, fault);
    }
  }

  /** What contradictory headers lead to is seen here at the latest, before anything is written. */
  private void checkOverlays() throws Refused {
    String fault = LayoutRanges.fault(overlays, edits.newSizeBytes());
    if (fault != null) {
      throw new Refused(Refusal.UNUSUAL_LAYOUT, fault);
    }
  }

  private KeptPages keptPages() throws Refused, FormatException {
    FatPlace place = FatPlace.of(fat);
    List<ElfSection> moving = List.of();
    if (KeptPages.cutting(place, marker.length, moving) != null && place.followed()) {
      moving = moving();
    }
    @Nullable KeptPages cutting = KeptPages.cutting(place, marker.length, moving);
    return cutting == null ? KeptPages.zeroing(place, marker.length) : cutting;
  }

  private List<ElfSection> moving() throws Refused {
    HeaderRoom room = new HeaderRoom(elf);
    try {
      List<ElfSection> moving = withSpare(room);
      boolean symbols = moving.stream().anyMatch(section -> section.type() == SectionType.DYNSYM);
      // Patchelf uses larger room in a program at fixed addresses, for the dynamic section among
      // others, which then becomes read-only: the program dies when its loader writes there.
      return symbols && elf.header().type() == ElfHeader.EXECUTABLE ? room.inTheWay(1) : moving;
    } catch (NoHeaderRoomException none) {
      throw new Refused(Refusal.NO_ROOM_FOR_HEADERS, none.details());
    }
  }

  /**
   * Patchelf, which is what needs the spare entry, takes no program without a dynamic section. What
   * is behind the headers of such a program is rarely more than notes, which make room for one.
   */
  private List<ElfSection> withSpare(HeaderRoom room) throws NoHeaderRoomException {
    try {
      return room.inTheWay(1 + SPARE_ENTRIES);
    } catch (NoHeaderRoomException none) {
      if (elf.segments().stream().anyMatch(segment -> segment.type() == SegmentType.DYNAMIC)) {
        throw none;
      }
      return room.inTheWay(1);
    }
  }

  private void plan() throws Refused, FormatException {
    ElfSection oldNames = names();
    byte[] name = (FatSections.MARKER + "\0").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    if (kept.cuts()) {
      edits.cut(kept.place().fileOffset(kept.keptEnd()), kept.cutBytes());
    }
    long loadedEnd = loadedEnd();
    long namesEnd = oldNames.fileOffset() + oldNames.sizeBytes();
    boolean namesInPlace = oldNames.fileOffset() >= loadedEnd;
    long tableEnd =
        elf.header().sectionHeadersOffset()
            + (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES;
    boolean tableInPlace = elf.header().sectionHeadersOffset() >= loadedEnd;
    SectionPlan sections = new SectionPlan(elf, kept, oldNames.sizeBytes());
    long newTableBytes = (long) sections.count() * ElfSection.HEADER_SIZE_BYTES;
    if (namesInPlace) {
      edits.insert(namesEnd, name.length);
    }
    if (tableInPlace) {
      edits.insert(tableEnd, ElfSection.HEADER_SIZE_BYTES);
    }
    long appended = edits.newSizeBytes();
    long namesAt = edits.newOffset(oldNames.fileOffset());
    if (!namesInPlace) {
      namesAt = appended;
      appended += oldNames.sizeBytes() + name.length;
    }
    long tableAt = edits.newOffset(elf.header().sectionHeadersOffset());
    if (!tableInPlace) {
      tableAt = KeptPages.alignUp(appended, 8);
      appended = tableAt + newTableBytes;
    }
    edits.insert(elf.view().size(), appended - edits.newSizeBytes());

    clear(oldNames, namesInPlace, tableInPlace);
    overlays.add(Overlay.of(namesAt, elf.content(oldNames)));
    overlays.add(Overlay.bytes(namesAt + oldNames.sizeBytes(), name));
    ElfSection names =
        new SectionEdit(oldNames)
            .fileOffset(namesAt)
            .size(oldNames.sizeBytes() + name.length)
            .build();
    headers(sections, names, tableAt);
    symbols(sections);
    overlays.addAll(new PointerEdits(elf, kept, edits).of(fat.wrappers()));
  }

  private ElfSection names() throws Refused {
    int index = elf.header().sectionNamesIndex();
    if (index <= 0
        || index >= elf.sections().size()
        || elf.sections().get(index).type() != SectionType.STRTAB
        || elf.sections().get(index).isAllocated()) {
      throw new Refused(Refusal.UNUSUAL_LAYOUT, "the sections' names cannot be found");
    }
    return elf.sections().get(index);
  }

  /** Where the last byte that is loaded ends; room can be made behind it alone. */
  private long loadedEnd() {
    long end = 0;
    for (ElfSegment segment : elf.segments()) {
      end = Math.max(end, segment.fileOffset() + segment.fileSizeBytes());
    }
    return end;
  }

  /** Zeros over everything that goes away or moves, then the marker and what moved. */
  private void clear(ElfSection names, boolean namesStay, boolean tableStays)
      throws FormatException {
    FatPlace place = kept.place();
    long keptEndInFile = place.fileOffset(kept.keptEnd());
    overlays.add(
        Overlay.zeros(place.section().fileOffset(), keptEndInFile - place.section().fileOffset()));
    long tail = place.fileOffset(kept.cutEnd());
    overlays.add(Overlay.zeros(edits.newOffset(tail), place.fileOffset(place.end()) - tail));
    for (Moved moved : kept.moved()) {
      overlays.add(Overlay.zeros(moved.section().fileOffset(), moved.section().sizeBytes()));
    }
    if (!namesStay) {
      overlays.add(Overlay.zeros(edits.newOffset(names.fileOffset()), names.sizeBytes()));
    }
    if (!tableStays) {
      overlays.add(
          Overlay.zeros(
              edits.newOffset(elf.header().sectionHeadersOffset()),
              (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES));
    }
    overlays.add(Overlay.bytes(place.section().fileOffset(), marker));
    for (Moved moved : kept.moved()) {
      overlays.add(Overlay.of(place.fileOffset(moved.address()), elf.content(moved.section())));
    }
  }

  private void headers(SectionPlan sections, ElfSection names, long tableAt) throws Refused {
    List<ElfSegment> segments = new SegmentPlan(elf, kept, edits).segments();
    long at = elf.header().programHeadersOffset();
    for (ElfSegment segment : segments) {
      overlays.add(Overlay.bytes(at, ElfBytes.programHeader(segment)));
      at += ElfSegment.HEADER_SIZE_BYTES;
    }
    at = tableAt;
    for (ElfSection section : sections.sections(edits, names)) {
      overlays.add(Overlay.bytes(at, ElfBytes.sectionHeader(section)));
      at += ElfSection.HEADER_SIZE_BYTES;
    }
    overlays.add(Overlay.bytes(E_SHOFF, ElfBytes.u64(tableAt)));
    overlays.add(Overlay.bytes(E_PHNUM, ElfBytes.u16(segments.size())));
    overlays.add(Overlay.bytes(E_SHNUM, ElfBytes.u16(sections.count())));
    int namesIndex = (int) sections.indices().of(names.index());
    overlays.add(Overlay.bytes(E_SHSTRNDX, ElfBytes.u16(namesIndex)));
  }

  private void symbols(SectionPlan sections) throws Refused, FormatException {
    SymbolPlaces places = new SymbolPlaces(kept, sections);
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.SYMTAB_SHNDX) {
        throw new Refused(Refusal.UNUSUAL_LAYOUT, "symbols have extended section indices");
      }
      if (section.type() != SectionType.SYMTAB && section.type() != SectionType.DYNSYM) {
        continue;
      }
      if (section.entrySizeBytes() != ElfSymbol.SIZE_BYTES) {
        throw new Refused(Refusal.UNUSUAL_LAYOUT, section.label() + " has entries of another size");
      }
      Moved moved = sections.moved().get(section.index());
      long to =
          moved == null
              ? edits.newOffset(section.fileOffset())
              : kept.place().fileOffset(moved.address());
      ByteView table = elf.content(section);
      overlays.add(Overlay.of(to, SymbolRewrite.of(table, places)));
    }
  }
}
