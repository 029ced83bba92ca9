package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutRanges;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.Overlay;
import org.kpackworkbench.model.format.elf.edit.PlannedView;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.restore.DevicePlace.Moved;

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
  private final List<Overlay> overlays = new ArrayList<>();
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
    this.place = new PlaceFinder(host, size).find();
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

  List<Overlay> overlays() {
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
      overlays.add(Overlay.zeros(edits.newOffset(tableEnd - freed), freed));
    }
    clear();
    SectionPlan sectionPlan = new SectionPlan(elf, marker, place, edits, names);
    segments = new SegmentPlan(elf, marker, place, edits).segments();
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
          Overlay.zeros(edits.newOffset(start), Math.min(size, elf.view().size() - start)));
    }
    ElfSegment holder = place.segment();
    if (place.inPlace() && place.insertedBytes() > 0 && holder != null) {
      long from = place.segmentOffset() + holder.fileSizeBytes();
      overlays.add(Overlay.zeros(from, Math.max(0, place.insertAt() - from)));
    }
    for (Moved moved : place.moved()) {
      ElfSection old = moved.section();
      overlays.add(Overlay.zeros(edits.newOffset(old.fileOffset()), old.sizeBytes()));
      overlays.add(Overlay.of(place.fileOffset(moved.address()), elf.content(old)));
    }
  }

  private void headers(long tableAt, int count, SectionPlan sectionPlan) {
    long at = elf.header().programHeadersOffset();
    for (ElfSegment segment : segments) {
      overlays.add(Overlay.bytes(at, ElfBytes.programHeader(segment)));
      at += ElfSegment.HEADER_SIZE_BYTES;
    }
    at = tableAt;
    for (ElfSection section : sections) {
      overlays.add(Overlay.bytes(at, ElfBytes.sectionHeader(section)));
      at += ElfSection.HEADER_SIZE_BYTES;
    }
    overlays.add(Overlay.bytes(E_SHOFF, ElfBytes.u64(tableAt)));
    overlays.add(Overlay.bytes(E_PHNUM, ElfBytes.u16(segments.size())));
    overlays.add(Overlay.bytes(E_SHNUM, ElfBytes.u16(count)));
    long names = sectionPlan.indices().of(elf.header().sectionNamesIndex());
    overlays.add(Overlay.bytes(E_SHSTRNDX, ElfBytes.u16((int) names)));
  }

  private void symbols(SectionPlan sectionPlan) throws Refused, FormatException {
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
      overlays.add(Overlay.of(to, SymbolRewrite.of(table, rule)));
    }
  }

  private void bundles() throws Refused {
    long[] ofWrapper = new long[host.wrappers().size()];
    for (int i = 0; i < bundles.size(); i++) {
      BundleBytes bundle = bundles.get(i);
      for (int wrapper : bundle.bundle().wrappers()) {
        ofWrapper[wrapper] = address(i);
      }
      overlays.add(new Overlay(place.fileOffset(address(i)), bundle.sizeBytes(), bundle));
    }
    overlays.addAll(new PointerEdits(elf, place, edits).of(host.wrappers(), ofWrapper));
  }
}
