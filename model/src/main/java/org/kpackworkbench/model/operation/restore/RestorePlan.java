package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
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
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.PlannedView;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SectionIndices;
import org.kpackworkbench.model.format.elf.edit.SymbolSections;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.restore.DevicePlace.Moved;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/** The first phase: fixes every offset and every new byte of the fat file. */
final class RestorePlan {
  private static final int MOST_SEGMENTS = 0xfff0;
  private static final int E_SHOFF = 0x28;
  private static final int E_PHNUM = 0x38;
  private static final int E_SHNUM = 0x3c;
  private static final int E_SHSTRNDX = 0x3e;

  private final FatBinary host;
  private final ElfFile elf;
  private final @Nullable ElfSection marker;
  private final List<BundleBytes> bundles;
  private final List<Long> addresses = new ArrayList<>();
  private final DevicePlace place;
  private final OffsetEdits edits;
  private final List<ByteOverlay> overlays = new ArrayList<>();
  private List<ElfSegment> segments = List.of();
  private List<ElfSection> sections = List.of();

  RestorePlan(FatBinary host, List<BundleBytes> bundles) throws Refused, FormatException {
    this.host = host;
    this.elf = host.elf();
    this.bundles = bundles;
    Marker found = host.marker();
    this.marker = found == null ? null : found.section();
    checkHeaders();
    checkRanges();
    long size = 0;
    List<Long> starts = new ArrayList<>();
    for (BundleBytes bundle : bundles) {
      size = (size + PlannedBundle.ALIGNMENT - 1) & -PlannedBundle.ALIGNMENT;
      starts.add(size);
      size += bundle.sizeBytes();
    }
    this.place = new DevicePlaceFinder(host, size).find();
    starts.forEach(start -> addresses.add(place.address() + start));
    this.edits = new OffsetEdits(elf.view().size());
    checkMoved();
    plan();
    refuse(LayoutRanges.fault(overlays, edits.newSizeBytes()));
  }

  DevicePlace place() {
    return place;
  }

  OffsetEdits edits() {
    return edits;
  }

  List<ByteOverlay> overlays() {
    return overlays;
  }

  /** The address of a bundle. */
  long address(int bundle) {
    return addresses.get(bundle);
  }

  LayoutFacts layout() {
    return new LayoutFacts(edits.newSizeBytes(), segments, sections);
  }

  private void checkHeaders() throws Refused {
    boolean usual =
        elf.header().sectionHeaderSizeBytes() == ElfSection.HEADER_SIZE_BYTES
            && elf.header().programHeaderSizeBytes() == ElfSegment.HEADER_SIZE_BYTES
            && elf.header().sectionHeaderCount() == elf.sections().size()
            && elf.header().programHeaderCount() == elf.segments().size()
            && elf.segments().size() <= MOST_SEGMENTS;
    if (!usual) {
      throw new Refused(
          RestoreRefusal.UNUSUAL_LAYOUT,
          "%d sections and %d segments, where the header says %d and %d"
              .formatted(
                  elf.sections().size(),
                  elf.segments().size(),
                  elf.header().sectionHeaderCount(),
                  elf.header().programHeaderCount()));
    }
  }

  private void checkRanges() throws Refused {
    refuse(LayoutRanges.fault(elf));
  }

  /**
   * Checks what would be written as it is checked once it is: what is wrong now is wrong with the
   * file, which contradicts itself.
   */
  void checkResult() throws Refused, FormatException {
    String name = elf.view().name();
    ElfFile result;
    try {
      result = ElfFile.read(PlannedView.of(name, elf.view(), edits, overlays));
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw new Refused(RestoreRefusal.UNUSUAL_LAYOUT, String.valueOf(failure.getMessage()));
    }
    LayoutFinding added = LayoutVerifier.added(elf, result);
    refuse(added == null ? null : added.toString());
    FatBinary fat = FatBinary.read(result);
    if (fat.wrappers().size() != host.wrappers().size()) {
      refuse("it would have %d wrappers".formatted(fat.wrappers().size()));
    }
    for (int i = 0; i < bundles.size(); i++) {
      for (int wrapper : bundles.get(i).bundle().wrappers()) {
        long pointer = fat.wrappers().get(wrapper).pointer().value();
        if (pointer != address(i)) {
          refuse("wrapper %d would point to 0x%x".formatted(wrapper, pointer));
        }
      }
    }
  }

  private static void refuse(@Nullable String fault) throws Refused {
    if (fault != null) {
      throw new Refused(RestoreRefusal.UNUSUAL_LAYOUT, fault);
    }
  }

  /** No relocation may lead by its address to a section that moves. */
  private void checkMoved() throws Refused, FormatException {
    if (place.moved().isEmpty()) {
      return;
    }
    for (RelocationTable table : elf.relocations()) {
      for (int i = 0; table.isDynamic() && i < table.size(); i++) {
        Relocation relocation = table.relocation(i);
        Moved moved = relocation.symbolIndex() == 0 ? place.movedFrom(relocation.addend()) : null;
        if (moved != null) {
          throw new Refused(
              RestoreRefusal.NO_ROOM_FOR_HEADERS,
              "entry %d of %s points to %s, which would have to move"
                  .formatted(i, table.label(), moved.section().label()));
        }
      }
    }
  }

  private void plan() throws Refused, FormatException {
    edits.insert(place.insertAt(), place.insertedBytes());
    DevicePlace.Joined joined = place.joined();
    if (joined != null) {
      edits.insert(joined.second().fileOffset(), joined.insertedBytes());
    }
    ElfSection names = withoutMarkerName();
    long oldTable = elf.header().sectionHeadersOffset();
    int gone = marker == null ? 0 : 1;
    int count = elf.sections().size() - gone;
    long tableEnd = oldTable + (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES;
    long freed = (long) gone * ElfSection.HEADER_SIZE_BYTES;
    if (tableEnd == elf.view().size() && tableEnd - freed >= place.insertAt()) {
      edits.cut(tableEnd - freed, freed);
    } else if (gone > 0) {
      overlays.add(ByteOverlay.zeros(edits.newOffset(tableEnd - freed), freed));
    }
    clear();
    RestoredSections sectionPlan = new RestoredSections(elf, marker, place, edits, names);
    segments = new RestoredSegments(elf, marker, place, edits).segments();
    sections = sectionPlan.sections();
    headers(edits.newOffset(oldTable), count, sectionPlan);
    symbols(sectionPlan);
    bundles();
  }

  /**
   * The section of names, its last name cut off where that is the marker's, so that going there and
   * back does not make a file longer each time; null where it stays.
   */
  private @Nullable ElfSection withoutMarkerName() {
    int index = elf.header().sectionNamesIndex();
    if (marker == null || index <= 0 || index >= elf.sections().size()) {
      return null;
    }
    ElfSection names = elf.sections().get(index);
    long kept = marker.nameOffset();
    boolean last = kept + marker.name().length() + 1 == names.sizeBytes();
    boolean shared =
        elf.sections().stream()
            .anyMatch(each -> each.index() != marker.index() && each.nameOffset() >= kept);
    if (!last || shared || names.isAllocated() || names.fileOffset() < place.insertAt()) {
      return null;
    }
    edits.cut(names.fileOffset() + kept, names.sizeBytes() - kept);
    return new SectionEdit(names).size(kept).build();
  }

  /** Zeros over the marker, over what moved, and over what lies between segments of the file. */
  private void clear() throws FormatException {
    Marker found = host.marker();
    if (found != null) {
      long size = Math.max(found.range().length(), marker == null ? 0 : marker.sizeBytes());
      long start = found.range().start();
      overlays.add(
          ByteOverlay.zeros(edits.newOffset(start), Math.min(size, elf.view().size() - start)));
    }
    ElfSegment holder = place.segment();
    if (place.inPlace() && place.insertedBytes() > 0 && holder != null) {
      long from = place.segmentOffset() + holder.fileSizeBytes();
      overlays.add(ByteOverlay.zeros(from, Math.max(0, place.insertAt() - from)));
    }
    for (Moved moved : place.moved()) {
      ElfSection old = moved.section();
      overlays.add(ByteOverlay.zeros(edits.newOffset(old.fileOffset()), old.sizeBytes()));
      overlays.add(ByteOverlay.of(place.fileOffset(moved.address()), elf.content(old)));
    }
  }

  private void headers(long tableAt, int count, RestoredSections sectionPlan) {
    long at = elf.header().programHeadersOffset();
    for (ElfSegment segment : segments) {
      overlays.add(ByteOverlay.bytes(at, ElfBytes.programHeader(segment)));
      at += ElfSegment.HEADER_SIZE_BYTES;
    }
    at = tableAt;
    for (ElfSection section : sections) {
      overlays.add(ByteOverlay.bytes(at, ElfBytes.sectionHeader(section)));
      at += ElfSection.HEADER_SIZE_BYTES;
    }
    overlays.add(ByteOverlay.bytes(E_SHOFF, ElfBytes.u64(tableAt)));
    overlays.add(ByteOverlay.bytes(E_PHNUM, ElfBytes.u16(segments.size())));
    overlays.add(ByteOverlay.bytes(E_SHNUM, ElfBytes.u16(count)));
    long names = sectionPlan.indices().of(elf.header().sectionNamesIndex());
    overlays.add(ByteOverlay.bytes(E_SHSTRNDX, ElfBytes.u16((int) names)));
  }

  private void symbols(RestoredSections sectionPlan) throws Refused, FormatException {
    SymbolPlaces rule = new SymbolPlaces(elf, marker, place, sectionPlan);
    for (ElfSection section : elf.sections()) {
      if (section.type() == SectionType.SYMTAB_SHNDX) {
        throw new Refused(RestoreRefusal.UNUSUAL_LAYOUT, "symbols have extended section indices");
      }
      if (section.type() != SectionType.SYMTAB && section.type() != SectionType.DYNSYM) {
        continue;
      }
      if (section.entrySizeBytes() != ElfSymbol.SIZE_BYTES) {
        throw new Refused(
            RestoreRefusal.UNUSUAL_LAYOUT, section.label() + " has entries of another size");
      }
      Moved moved = place.movedFrom(section.isAllocated() ? section.address() : 0);
      long to =
          moved == null ? edits.newOffset(section.fileOffset()) : place.fileOffset(moved.address());
      ByteView table = elf.content(section);
      overlays.add(ByteOverlay.of(to, SymbolRewrite.of(table, rule)));
    }
  }

  private void bundles() throws Refused {
    long[] ofWrapper = new long[host.wrappers().size()];
    for (int i = 0; i < bundles.size(); i++) {
      BundleBytes bundle = bundles.get(i);
      for (int wrapper : bundle.bundle().wrappers()) {
        ofWrapper[wrapper] = address(i);
      }
      overlays.add(new ByteOverlay(place.fileOffset(address(i)), bundle.sizeBytes(), bundle));
    }
    overlays.addAll(new RestoredPointers(elf, place, edits).of(host.wrappers(), ofWrapper));
  }

  /**
   * Where symbols go: those of the marker and of the device code onto the first bundle; those of
   * sections that moved along with these.
   */
  private static final class SymbolPlaces implements SymbolRewrite.Rule {
    private static final int FIRST_RESERVED = 0xff00;

    private final @Nullable ElfSection marker;
    private final DevicePlace place;
    private final RestoredSections sections;
    private final SymbolSections actual;

    SymbolPlaces(
        ElfFile elf, @Nullable ElfSection marker, DevicePlace place, RestoredSections sections) {
      this.marker = marker;
      this.place = place;
      this.sections = sections;
      this.actual = new SymbolSections(elf);
    }

    @Override
    public Place place(int info, Place old) {
      int field = old.sectionField();
      if (field == 0 || field >= FIRST_RESERVED) {
        return old;
      }
      int section = actual.of(info, old);
      if (!isChanged(section)) {
        // What is stated may be wrong, and stays so: tools make other symbols of what is put right.
        return new Place((int) sections.indices().of(field), old.value(), old.sizeBytes());
      }
      if (isDevice(section)) {
        return new Place(
            sections.fatIndex(),
            place.address(),
            Math.clamp(old.sizeBytes(), 0, place.sizeBytes()));
      }
      long value = old.value();
      for (Moved moved : place.moved()) {
        value = moved.section().index() == section ? moved.newAddress(old.value()) : value;
      }
      return new Place((int) sections.indices().of(section), value, old.sizeBytes());
    }

    private boolean isDevice(int section) {
      return section == place.section().index() || (marker != null && section == marker.index());
    }

    private boolean isChanged(int section) {
      return isDevice(section)
          || place.moved().stream().anyMatch(moved -> moved.section().index() == section);
    }
  }

  /**
   * Works out the section headers of the fat file: without the marker's; that of the device code
   * where it was, or, where the code goes behind everything, behind the last one that is loaded, so
   * that headers stay in the order of their addresses.
   */
  private static final class RestoredSections {
    private final DevicePlace place;
    private final OffsetEdits edits;
    private final @Nullable ElfSection names;
    private final List<ElfSection> order = new ArrayList<>();
    private final SectionIndices indices;
    private final int fatIndex;

    /**
     * @param names the section of names as it is to be but for its place; null where it stays
     */
    RestoredSections(
        ElfFile elf,
        @Nullable ElfSection marker,
        DevicePlace place,
        OffsetEdits edits,
        @Nullable ElfSection names) {
      this.names = names;
      this.place = place;
      this.edits = edits;
      int lastLoaded = 0;
      for (ElfSection section : elf.sections()) {
        lastLoaded = section.isAllocated() ? section.index() : lastLoaded;
      }
      int fat = place.section().index();
      for (ElfSection section : elf.sections()) {
        boolean here = section.index() != fat || place.inPlace();
        if (here && (marker == null || section.index() != marker.index())) {
          order.add(section);
        }
        if (!place.inPlace() && section.index() == lastLoaded) {
          order.add(place.section());
        }
      }
      this.fatIndex = order.indexOf(place.section());
      int[] newIndex = new int[elf.sections().size()];
      for (int i = 0; i < order.size(); i++) {
        newIndex[order.get(i).index()] = i;
      }
      if (marker != null) {
        newIndex[marker.index()] = fatIndex;
      }
      this.indices = new SectionIndices(newIndex);
    }

    SectionIndices indices() {
      return indices;
    }

    int fatIndex() {
      return fatIndex;
    }

    /** The headers in their new order. */
    List<ElfSection> sections() {
      List<ElfSection> planned = new ArrayList<>();
      for (int i = 0; i < order.size(); i++) {
        ElfSection old = order.get(i);
        planned.add(edit(old).index(i).links(indices.link(old), indices.info(old)).build());
      }
      return planned;
    }

    private SectionEdit edit(ElfSection old) {
      if (old.index() == place.section().index()) {
        return new SectionEdit(place.restored());
      }
      for (DevicePlace.Moved moved : place.moved()) {
        if (moved.section().index() == old.index()) {
          return new SectionEdit(old).at(moved.address(), place.fileOffset(moved.address()));
        }
      }
      // What has no bytes and lies before the room in memory stays before it in the file.
      boolean before =
          old.isAllocated()
              && old.storedSizeBytes() == 0
              && old.fileOffset() == place.insertAt()
              && old.address() < place.address();
      return new SectionEdit(names != null && names.index() == old.index() ? names : old)
          .fileOffset(
              before ? place.beforeRoom(old.fileOffset()) : edits.newOffset(old.fileOffset()));
    }
  }

  /** New bytes of wrappers, of what sets their pointers, and of the dynamic section. */
  private static final class RestoredPointers {
    private static final int RELA_BYTES = 24;
    private static final int ADDEND_AT = 16;
    private static final int POINTER_AT = 8;
    private static final int RESERVED_AT = 16;

    private final ElfFile elf;
    private final DevicePlace place;
    private final OffsetEdits edits;
    private final List<ByteOverlay> overlays = new ArrayList<>();

    RestoredPointers(ElfFile elf, DevicePlace place, OffsetEdits edits) {
      this.elf = elf;
      this.place = place;
      this.edits = edits;
    }

    /**
     * Makes them.
     *
     * @param addresses for each wrapper that of its bundle
     */
    List<ByteOverlay> of(List<Wrapper> wrappers, long[] addresses) throws Refused {
      for (Wrapper wrapper : wrappers) {
        wrapper(wrapper, ElfBytes.u64(addresses[wrapper.index()]));
      }
      dynamic();
      return overlays;
    }

    private void wrapper(Wrapper wrapper, byte[] address) throws Refused {
      long at = edits.newOffset(wrapper.range().start());
      overlays.add(ByteOverlay.bytes(at, ElfBytes.u32(WrapperMagic.HIPF_VALUE)));
      overlays.add(ByteOverlay.bytes(at + RESERVED_AT, ElfBytes.u32(0)));
      PointerValue pointer = wrapper.pointer();
      switch (pointer.how()) {
        case STATIC, PACKED -> overlays.add(ByteOverlay.bytes(at + POINTER_AT, address));
        case RELATIVE -> {
          overlays.add(ByteOverlay.bytes(entryOffset(pointer, wrapper) + ADDEND_AT, address));
          if (pointer.stored() != 0) {
            overlays.add(ByteOverlay.bytes(at + POINTER_AT, address));
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
          overlays.add(ByteOverlay.bytes(at + 8, ElfBytes.u64(moved.newAddress(entry.value()))));
        }
      }
    }
  }
}
