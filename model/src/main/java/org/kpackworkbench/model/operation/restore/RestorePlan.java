package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.NewPointer;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SymbolSections.SymbolRewrite.Place;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/** The fat form of an ELF file: every offset and every new byte. */
final class RestorePlan implements FatLayout {
  private static final int POINTER_AT = 8;
  private static final int NOTE_ALIGNMENT = 4;
  private static final int RESERVED_AT = 16;

  private final FatBinary host;
  private final ElfFile elf;
  private final @Nullable ElfSection marker;
  private final List<BundleBytes> bundles;
  private final List<Long> addresses = new ArrayList<>();
  private final DevicePlace place;
  private final LayoutPlan layout;
  private final byte @Nullable [] note;
  private @Nullable ElfSection noteSection;

  /**
   * @param note what the section of {@link PruneNote} is to have; it takes the header and the name
   *     of the marker's section, and there is none if the marker has none
   */
  RestorePlan(FatBinary host, List<BundleBytes> bundles, byte @Nullable [] note)
      throws IOException {
    this.host = host;
    this.elf = host.elf();
    this.bundles = bundles;
    Marker found = host.marker();
    this.marker = found == null ? null : (ElfSection) found.section();
    this.note = marker == null ? null : note;
    try {
      this.layout = new LayoutPlan(elf);
      long size = 0;
      List<Long> starts = new ArrayList<>();
      for (BundleBytes bundle : bundles) {
        size = (size + PlannedBundle.ALIGNMENT - 1) & -PlannedBundle.ALIGNMENT;
        starts.add(size);
        size += bundle.sizeBytes();
      }
      this.place = new DevicePlaceFinder(host, size).find();
      starts.forEach(start -> addresses.add(place.address() + start));
      plan();
    } catch (LayoutException failure) {
      throw Refused.of(failure);
    }
  }

  @Override
  public boolean inPlace() {
    return place.inPlace();
  }

  @Override
  public long address(int bundle) {
    return addresses.get(bundle);
  }

  @Override
  public long newSizeBytes() {
    return layout.newSizeBytes();
  }

  @Override
  public LayoutFacts facts() {
    return new LayoutFacts(layout.newSizeBytes(), layout.segments(), layout.sections());
  }

  /** Returns the file that would be written, which keeps the rules that the old file kept. */
  @Override
  public ElfFile result() throws IOException {
    try {
      return layout.result();
    } catch (LayoutException failure) {
      throw Refused.of(failure);
    }
  }

  @Override
  public void write(FileChannel channel, LayoutWriter.Watcher watcher, Progress progress)
      throws IOException {
    layout.write(channel, watcher, progress);
  }

  private void plan() throws LayoutException, FormatException {
    layout.insert(place.insertAt(), place.insertedBytes());
    DevicePlace.Joined joined = place.joined();
    if (joined != null) {
      layout.insert(joined.second().fileOffset(), joined.insertedBytes());
    }
    @Nullable SectionEdit names = note == null ? withoutMarkerName() : null;
    long oldTable = elf.header().sectionHeadersOffset();
    long tableEnd = oldTable + (long) elf.sections().size() * ElfSection.HEADER_SIZE_BYTES;
    long freed = marker == null || note != null ? 0 : ElfSection.HEADER_SIZE_BYTES;
    boolean cut =
        freed > 0 && tableEnd == elf.view().size() && tableEnd - freed >= place.insertAt();
    if (cut) {
      layout.cut(tableEnd - freed, freed);
    }
    noteSection = appendNote();
    layout.move(place.moved(), Progress.NONE);
    layout.order(order(), place.section());

    if (!cut && freed > 0) {
      layout.zeros(layout.newOffset(tableEnd - freed), freed);
    }
    clear();
    writeNote();
    layout.moveBytes();
    layout.headers(layout.newOffset(oldTable), segments(), section -> section(section, names));
    layout.symbols(this::symbol);
    bundles();
  }

  /**
   * The section of names, its last name cut off where that is the marker's, so that going there and
   * back does not make a file longer each time; null if it stays.
   */
  private @Nullable SectionEdit withoutMarkerName() {
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
    layout.cut(names.fileOffset() + kept, names.sizeBytes() - kept);
    return new SectionEdit(names).size(kept);
  }

  /** Makes room for the note behind everything; null if there is none. */
  private @Nullable ElfSection appendNote() {
    byte[] content = note;
    ElfSection old = marker;
    if (content == null || old == null) {
      return null;
    }
    long end = layout.newSizeBytes();
    long start = LayoutPlan.alignUp(end, NOTE_ALIGNMENT);
    layout.insert(elf.view().size(), start + content.length - end);
    return new ElfSection(
        -1,
        PruneNote.SECTION,
        old.nameOffset(),
        SectionType.PROGBITS,
        0,
        0,
        start,
        content.length,
        0,
        0,
        NOTE_ALIGNMENT,
        0,
        -1);
  }

  private void writeNote() {
    ElfSection section = noteSection;
    if (section != null && note != null) {
      layout.bytes(section.fileOffset(), note);
      ElfSection names = elf.sections().get(elf.header().sectionNamesIndex());
      layout.bytes(
          layout.newOffset(names.fileOffset()) + section.nameOffset(),
          PruneNote.name(FatSections.MARKER.length()));
    }
  }

  private void clear() {
    Marker found = host.marker();
    if (found != null) {
      long size = Math.max(found.range().length(), marker == null ? 0 : marker.sizeBytes());
      long start = found.range().start();
      layout.zeros(layout.newOffset(start), Math.min(size, elf.view().size() - start));
    }
    ElfSegment holder = place.segment();
    if (place.inPlace() && place.insertedBytes() > 0 && holder != null) {
      long from = place.segmentOffset() + holder.fileSizeBytes();
      layout.zeros(from, place.insertAt() - from);
    }
  }

  /**
   * The section headers: without the marker's; that of the device code where it was, or, where the
   * code goes behind everything, behind the last one that is loaded, so that headers stay in the
   * order of their addresses.
   */
  private List<ElfSection> order() {
    List<ElfSection> order = new ArrayList<>();
    int lastLoaded = 0;
    for (ElfSection section : elf.sections()) {
      lastLoaded = section.isAllocated() ? section.index() : lastLoaded;
    }
    for (ElfSection section : elf.sections()) {
      boolean here = section.index() != place.section().index() || place.inPlace();
      if (here && (marker == null || section.index() != marker.index())) {
        order.add(section);
      }
      if (!place.inPlace() && section.index() == lastLoaded) {
        order.add(place.section());
      }
    }
    if (noteSection != null) {
      order.add(noteSection);
    }
    return order;
  }

  private @Nullable SectionEdit section(ElfSection old, @Nullable SectionEdit names) {
    if (old.equals(noteSection)) {
      return new SectionEdit(old);
    }
    if (old.index() == place.section().index()) {
      return place.restored();
    }
    if (names != null && old.index() == elf.header().sectionNamesIndex()) {
      return names.fileOffset(layout.newOffset(old.fileOffset()));
    }
    // What has no bytes and lies before the room in memory stays before it in the file.
    boolean before =
        old.isAllocated()
            && old.storedSizeBytes() == 0
            && old.fileOffset() == place.insertAt()
            && old.address() < place.address();
    return before ? new SectionEdit(old).fileOffset(place.beforeRoom(old.fileOffset())) : null;
  }

  /** Symbols of the marker and of the device code go onto the first bundle. */
  private @Nullable Place symbol(int section, int info, Place old) {
    boolean device =
        section == place.section().index() || (marker != null && section == marker.index());
    return device
        ? new Place(
            layout.indexOf(place.section()),
            place.address(),
            Math.clamp(old.sizeBytes(), 0, place.sizeBytes()))
        : null;
  }

  private void bundles() throws LayoutException, FormatException {
    List<NewPointer> pointers = new ArrayList<>();
    long[] ofWrapper = new long[host.wrappers().size()];
    for (int i = 0; i < bundles.size(); i++) {
      BundleBytes bundle = bundles.get(i);
      for (int wrapper : bundle.bundle().wrappers()) {
        ofWrapper[wrapper] = address(i);
      }
      layout.put(new ByteOverlay(place.fileOffset(address(i)), bundle.sizeBytes(), bundle));
    }
    for (Wrapper wrapper : host.wrappers()) {
      long start = wrapper.range().start();
      long at = layout.newOffset(start);
      layout.bytes(at, ElfBytes.u32(WrapperMagic.HIPF_VALUE));
      layout.bytes(at + RESERVED_AT, ElfBytes.u32(0));
      pointers.add(
          new NewPointer(
              "wrapper " + wrapper.index(),
              start + POINTER_AT,
              (PointerValue) wrapper.pointer(),
              ofWrapper[wrapper.index()]));
    }
    layout.pointers(pointers, false);
  }

  private List<ElfSegment> segments() throws LayoutException {
    List<ElfSegment> planned = new ArrayList<>();
    int lastLoad = 0;
    for (ElfSegment segment : elf.segments()) {
      if (place.isGone(segment)) {
        continue;
      }
      if (segment.isLoad()) {
        DevicePlace.Joined joined = place.joined();
        boolean grows = joined != null && joined.first().index() == segment.index();
        planned.add(grows && joined != null ? joined.whole(newOffset(segment)) : load(segment));
        lastLoad = planned.size();
      } else {
        planned.add(layout.unloaded(segment, newOffset(segment), count()));
      }
    }
    if (!place.inPlace()) {
      long size = place.end() - place.segmentAddress();
      planned.add(
          lastLoad,
          new ElfSegment(
              -1,
              SegmentType.LOAD,
              SegmentFlags.READ,
              place.segmentOffset(),
              place.segmentAddress(),
              place.segmentAddress(),
              size,
              size,
              LayoutPlan.PAGE_BYTES,
              -1));
    }
    return planned;
  }

  private int count() {
    return elf.segments().size() + place.addedHeaders();
  }

  private ElfSegment load(ElfSegment segment) throws LayoutException {
    ElfSegment holder = place.segment();
    boolean holds = holder != null && holder.index() == segment.index();
    long offset = newOffset(segment);
    long inFile = segment.fileSizeBytes();
    long inMemory = segment.memorySizeBytes();
    if (holds) {
      if (place.inPlace()) {
        offset = place.segmentOffset();
        inFile = Math.max(inFile, place.end() - segment.virtualAddress());
      }
      inMemory = Math.max(inFile, usedMemory(segment));
    }
    return LayoutPlan.load(
        segment, segment.fileOffset(), offset, segment.virtualAddress(), inFile, inMemory);
  }

  /** How far a segment's memory is used by other sections than the device code. */
  private long usedMemory(ElfSegment segment) {
    long end = 0;
    for (ElfSection section : elf.sections()) {
      boolean template = section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
      boolean own =
          section.index() == place.section().index()
              || (marker != null && section.index() == marker.index());
      if (section.isAllocated()
          && !template
          && !own
          && segment.containsAddress(section.address())) {
        end = Math.max(end, section.address() + section.sizeBytes() - segment.virtualAddress());
      }
    }
    return Math.min(end, segment.memorySizeBytes());
  }

  /**
   * Returns a segment's new offset; one without bytes in the file does not follow what moves on.
   */
  private long newOffset(ElfSegment segment) {
    boolean stays =
        segment.fileSizeBytes() == 0
            && (segment.fileOffset() == 0 || segment.fileOffset() == place.insertAt())
            && (segment.virtualAddress() < place.address());
    return stays ? place.beforeRoom(segment.fileOffset()) : layout.newOffset(segment.fileOffset());
  }
}
