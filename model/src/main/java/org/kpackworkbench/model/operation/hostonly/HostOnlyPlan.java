package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.HeaderRoom;
import org.kpackworkbench.model.format.elf.edit.HeaderRoom.NoHeaderRoomException;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SectionIndices;
import org.kpackworkbench.model.format.elf.edit.SymbolSections;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.operation.hostonly.HostOnlyPointers.RelocationCheck;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;
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
  private final List<ByteOverlay> overlays = new ArrayList<>();

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

  List<ByteOverlay> overlays() {
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
          HostOnlyRefusal.UNUSUAL_LAYOUT,
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
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, fault);
    }
  }

  /** What contradictory headers lead to is seen here at the latest, before anything is written. */
  private void checkOverlays() throws Refused {
    String fault = LayoutRanges.fault(overlays, edits.newSizeBytes());
    if (fault != null) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, fault);
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
      throw new Refused(HostOnlyRefusal.NO_ROOM_FOR_HEADERS, none.details());
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
    HostOnlySections sections = new HostOnlySections(elf, kept, oldNames.sizeBytes());
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
    overlays.add(ByteOverlay.of(namesAt, elf.content(oldNames)));
    overlays.add(ByteOverlay.bytes(namesAt + oldNames.sizeBytes(), name));
    ElfSection names =
        new SectionEdit(oldNames)
            .fileOffset(namesAt)
            .size(oldNames.sizeBytes() + name.length)
            .build();
    headers(sections, names, tableAt);
    symbols(sections);
    overlays.addAll(new HostOnlyPointers(elf, kept, edits).of(fat.wrappers()));
  }

  private ElfSection names() throws Refused {
    int index = elf.header().sectionNamesIndex();
    if (index <= 0
        || index >= elf.sections().size()
        || elf.sections().get(index).type() != SectionType.STRTAB
        || elf.sections().get(index).isAllocated()) {
      throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, "the sections' names cannot be found");
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
        ByteOverlay.zeros(
            place.section().fileOffset(), keptEndInFile - place.section().fileOffset()));
    long tail = place.fileOffset(kept.cutEnd());
    overlays.add(ByteOverlay.zeros(edits.newOffset(tail), place.fileOffset(place.end()) - tail));
    for (Moved moved : kept.moved()) {
      overlays.add(ByteOverlay.zeros(moved.section().fileOffset(), moved.section().sizeBytes()));
    }
    if (!namesStay) {
      overlays.add(ByteOverlay.zeros(edits.newOffset(names.fileOffset()), names.sizeBytes()));
    }
    if (!tableStays) {
      overlays.add(
          ByteOverlay.zeros(
              edits.newOffset(elf.header().sectionHeadersOffset()),
              (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES));
    }
    overlays.add(ByteOverlay.bytes(place.section().fileOffset(), marker));
    for (Moved moved : kept.moved()) {
      overlays.add(ByteOverlay.of(place.fileOffset(moved.address()), elf.content(moved.section())));
    }
  }

  private void headers(HostOnlySections sections, ElfSection names, long tableAt) throws Refused {
    List<ElfSegment> segments = new HostOnlySegments(elf, kept, edits).segments();
    long at = elf.header().programHeadersOffset();
    for (ElfSegment segment : segments) {
      overlays.add(ByteOverlay.bytes(at, ElfBytes.programHeader(segment)));
      at += ElfSegment.HEADER_SIZE_BYTES;
    }
    at = tableAt;
    for (ElfSection section : sections.sections(edits, names)) {
      overlays.add(ByteOverlay.bytes(at, ElfBytes.sectionHeader(section)));
      at += ElfSection.HEADER_SIZE_BYTES;
    }
    overlays.add(ByteOverlay.bytes(E_SHOFF, ElfBytes.u64(tableAt)));
    overlays.add(ByteOverlay.bytes(E_PHNUM, ElfBytes.u16(segments.size())));
    overlays.add(ByteOverlay.bytes(E_SHNUM, ElfBytes.u16(sections.count())));
    int namesIndex = (int) sections.indices().of(names.index());
    overlays.add(ByteOverlay.bytes(E_SHSTRNDX, ElfBytes.u16(namesIndex)));
  }

  private void symbols(HostOnlySections sections) throws Refused, FormatException {
    SymbolPlaces places = new SymbolPlaces(kept, sections);
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.SYMTAB_SHNDX) {
        throw new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, "symbols have extended section indices");
      }
      if (section.type() != SectionType.SYMTAB && section.type() != SectionType.DYNSYM) {
        continue;
      }
      if (section.entrySizeBytes() != ElfSymbol.SIZE_BYTES) {
        throw new Refused(
            HostOnlyRefusal.UNUSUAL_LAYOUT, section.label() + " has entries of another size");
      }
      Moved moved = sections.moved().get(section.index());
      long to =
          moved == null
              ? edits.newOffset(section.fileOffset())
              : kept.place().fileOffset(moved.address());
      ByteView table = elf.content(section);
      overlays.add(ByteOverlay.of(to, SymbolRewrite.of(table, places)));
    }
  }

  /**
   * Where symbols go: those of the device code onto the marker, in its section, because a loader
   * adds its base to no symbol without a section; those of sections that moved along with these.
   */
  private static final class SymbolPlaces implements SymbolRewrite.Rule {
    private static final int FIRST_RESERVED = 0xff00;

    private final KeptPages kept;
    private final HostOnlySections sections;
    private final SymbolSections actual;

    SymbolPlaces(KeptPages kept, HostOnlySections sections) {
      this.kept = kept;
      this.sections = sections;
      this.actual = new SymbolSections(sections.elf());
    }

    @Override
    public Place place(int info, Place old) {
      int field = old.sectionField();
      if (field == 0 || field >= FIRST_RESERVED) {
        return old;
      }
      int section = actual.of(info, old);
      ElfSection fat = kept.place().section();
      if (!isChanged(section)) {
        // What is stated may be wrong, and stays so: tools make other symbols of what is put right.
        return new Place((int) sections.indices().of(field), old.value(), old.sizeBytes());
      }
      int index = (int) sections.indices().of(section);
      if (section == fat.index()) {
        return (info & 0xf) == ElfSymbol.SECTION
            ? new Place(index, kept.fatSection().address(), old.sizeBytes())
            : new Place(
                sections.markerIndex(),
                kept.place().start(),
                Math.clamp(old.sizeBytes(), 0, kept.markerSizeBytes()));
      }
      Moved moved = sections.moved().get(section);
      long value = moved == null ? old.value() : moved.newAddress(old.value());
      return new Place(index, value, old.sizeBytes());
    }

    private boolean isChanged(int section) {
      return section == kept.place().section().index() || sections.moved().containsKey(section);
    }
  }

  /**
   * Works out the section headers of the host-only file: in the order they had, with one for the
   * marker before that of the device code.
   *
   * <p>Sections that move keep their headers' places, though their addresses are higher then. GNU
   * objcopy and strip read the dynamic symbols before the tables that refer to them, whatever the
   * order, and write the headers in the order of their reading, but leave the indices of sections
   * in dynamic symbols alone: only where the symbols came early before do these stay right. And
   * patchelf removes every section that follows the program headers, one after another up to the
   * first that is elsewhere: the header of one that moved is that first one.
   */
  private static final class HostOnlySections {
    private final ElfFile elf;
    private final KeptPages kept;
    private final Map<Integer, Moved> moved = new HashMap<>();
    private final List<ElfSection> order = new ArrayList<>();
    private final SectionIndices indices;
    private final int markerIndex;

    HostOnlySections(ElfFile elf, KeptPages kept, long markerNameOffset) {
      this.elf = elf;
      this.kept = kept;
      for (Moved each : kept.moved()) {
        moved.put(each.section().index(), each);
      }
      int marker = 0;
      for (ElfSection section : elf.sections()) {
        if (section.index() == kept.place().section().index()) {
          marker = order.size();
          order.add(marker(markerNameOffset));
        }
        order.add(section);
      }
      this.markerIndex = marker;
      int[] newIndex = new int[elf.sections().size()];
      for (int i = 0; i < order.size(); i++) {
        if (i != marker) {
          newIndex[order.get(i).index()] = i;
        }
      }
      this.indices = new SectionIndices(newIndex);
    }

    SectionIndices indices() {
      return indices;
    }

    int markerIndex() {
      return markerIndex;
    }

    /** The section that moved, by its old index. */
    Map<Integer, Moved> moved() {
      return moved;
    }

    int count() {
      return order.size();
    }

    /**
     * The headers in their new order.
     *
     * @param names the section of names, as it will be but for its index
     */
    List<ElfSection> sections(OffsetEdits edits, ElfSection names) {
      List<ElfSection> planned = new ArrayList<>();
      for (int i = 0; i < order.size(); i++) {
        ElfSection old = order.get(i);
        if (i == markerIndex) {
          planned.add(old);
        } else {
          planned.add(planned(old, i, edits, names));
        }
      }
      return planned;
    }

    private ElfSection planned(ElfSection old, int index, OffsetEdits edits, ElfSection names) {
      Moved gone = moved.get(old.index());
      SectionEdit edit;
      if (gone != null) {
        edit = new SectionEdit(old).at(gone.address(), kept.place().fileOffset(gone.address()));
      } else if (old.index() == kept.place().section().index()) {
        edit = new SectionEdit(kept.fatSection());
      } else if (old.index() == names.index()) {
        edit = new SectionEdit(names);
      } else {
        edit = new SectionEdit(old).fileOffset(edits.newOffset(old.fileOffset()));
      }
      return edit.index(index).links(indices.link(old), indices.info(old)).build();
    }

    private ElfSection marker(long nameOffset) {
      long address = kept.place().start();
      return new ElfSection(
          -1,
          FatSections.MARKER,
          nameOffset,
          SectionType.PROGBITS,
          SectionFlags.ALLOC,
          address,
          kept.place().fileOffset(address),
          kept.markerSizeBytes(),
          0,
          0,
          1,
          0,
          0);
    }

    ElfFile elf() {
      return elf;
    }
  }
}
