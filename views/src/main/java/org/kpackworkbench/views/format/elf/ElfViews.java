package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.views.format.elf.ElfLayout.ElfLayoutSource;
import org.kpackworkbench.views.format.elf.ElfOverview.ElfSentences;
import org.kpackworkbench.views.format.offload.BundleViews;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.FactsGrid;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of host binaries: libraries, programs and object files. */
public final class ElfViews {
  private ElfViews() {}

  /** The room of host binaries. */
  public static FormatRoom room() {
    return FormatRoom.of(ElfFormat.FORMAT, KpackIcon.ELF_LIBRARY)
        .views(ElfDocument.class, ElfViews::create)
        .nodes(ElfDocument.class, new ElfNodes());
  }

  private static List<DocumentView> create(
      ElfDocument document, OpenedFile file, ViewContext context) {
    List<DocumentView> views = new ArrayList<>(of(file, document, context));
    if (!document.fat().bundles().isEmpty()) {
      // After the other views of code objects, before the tables that every ELF file has.
      int bundles = views.stream().map(DocumentView::id).toList().indexOf("bundles");
      views.add(
          bundles + 1, SizesView.of(file, document::codeObjects, document.place(), true, context));
    }
    return List.copyOf(views);
  }

  /**
   * The views of a host binary, a member of a library included.
   *
   * @param file the file that it is, or is in
   */
  public static List<DocumentView> of(OpenedFile file, ElfDocument document, ViewContext context) {
    ElfSubject subject = new ElfSubject(document.elf(), document.fat(), document.place());
    Place place = document.place();
    FatBinary fat = document.fat();
    List<DocumentView> views = new ArrayList<>();
    views.add(new OverviewView(place, () -> ElfOverview.of(document), context));
    views.add(new LayoutView(place, document.bytes(), new ElfLayoutSource(document), context));
    views.add(sections(subject, context));
    if (!document.elf().segments().isEmpty()) {
      views.add(segments(subject, context));
    }
    if (fat.hasDeviceCode()) {
      views.add(BundleViews.wrappers(fat, place, context));
      views.add(BundleViews.codeObjects(file, document, context));
      views.add(BundleViews.bundles(file, fat, place, context));
    }
    views.addAll(details(subject, context));
    return List.copyOf(views);
  }

  /**
   * The overview of a host binary of any container; looks into bundles and at every claim:
   * background threads only.
   *
   * @param kind what the file is, with its article
   * @param facts what its headers say
   */
  public static Overview overview(HostDocument document, String kind, List<Fact> facts)
      throws IOException {
    return ElfOverview.of(document, kind, facts);
  }

  /** Returns the facts of a host binary's marker, of any container; none without a marker. */
  public static List<Fact> markerFacts(FatBinary fat, Place file) {
    List<Fact> facts = new ArrayList<>();
    Marker marker = fat.marker();
    if (marker != null) {
      Place place = OffloadPlaces.of(fat, file).marker(marker);
      String name = marker.kernelName();
      facts.add(Fact.of("Name in archives", name == null ? "missing" : name, place));
      for (String path : marker.searchPaths()) {
        facts.add(Fact.of("Archives at", path, place));
      }
    }
    return facts;
  }

  /** The tables that every ELF file has, a code object included. */
  public static List<DocumentView> tables(ElfSubject subject, ViewContext context) {
    List<DocumentView> tables = new ArrayList<>();
    tables.add(sections(subject, context));
    tables.add(segments(subject, context));
    tables.addAll(details(subject, context));
    return List.copyOf(tables);
  }

  /** Returns the state of a file's device code in a few words, e.g. {@code fat}. */
  public static String stateWords(DeviceCode state) {
    return ElfSentences.state(state);
  }

  /** The table of sections. */
  public static DocumentView sections(ElfSubject subject, ViewContext context) {
    return new RowsView<>(new SectionsSpec(subject, context.background()), context);
  }

  /** The table of segments, with the facts of their table above it. */
  public static DocumentView segments(ElfSubject subject, ViewContext context) {
    return new RowsView<>(new SegmentsSpec(subject), context)
        .above(() -> new FactsGrid(ProgramHeaderFacts.of(subject), context));
  }

  /** The tables of symbols, relocations, dynamic entries and notes, as far as there are any. */
  public static List<DocumentView> details(ElfSubject subject, ViewContext context) {
    ElfFile elf = subject.elf();
    List<DocumentView> views = new ArrayList<>();
    views.add(new RowsView<>(new SymbolsSpec(subject), context).detail());
    if (!elf.relocations().isEmpty()) {
      views.add(new RowsView<>(new RelocationsSpec(subject), context).detail());
    }
    if (!elf.dynamic().isEmpty()) {
      views.add(new RowsView<>(new DynamicSpec(subject), context).detail());
    }
    if (!elf.notes().isEmpty()) {
      views.add(new RowsView<>(new NotesSpec(subject), context).detail());
    }
    return List.copyOf(views);
  }

  /** The range of a place that is bytes, or a part, of the ELF file's own; else null. */
  static @Nullable ByteRange smallRange(ElfSubject subject, Place place) {
    boolean bytes = place instanceof Place.Bytes || place instanceof Place.Part;
    boolean sameBytes =
        place.file().equals(subject.place().file())
            && Objects.equals(place.container(), containerOf(subject.place()));
    return bytes && sameBytes ? place.range() : null;
  }

  /** The row that a place, which is some bytes of the ELF file's own, begins in; -1 for none. */
  static <R> int indexOf(
      ElfSubject subject, RowSource<R> rows, Function<R, Place.Part> where, Place place)
      throws IOException {
    @Nullable ByteRange range = smallRange(subject, place);
    for (int i = 0; range != null && i < rows.size(); i++) {
      if (where.apply(rows.row(i)).range().contains(range.start())) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable Place containerOf(Place place) {
    return place instanceof Place.CodeObject code && code.unpacked() ? code : place.container();
  }

  /** Facts about the program header table itself. */
  static final class ProgramHeaderFacts {
    private final ElfSubject subject;
    private final ElfFile elf;
    private final long offset;
    private final long sizeBytes;
    private final List<Fact> facts = new ArrayList<>();

    private ProgramHeaderFacts(ElfSubject subject) {
      this.subject = subject;
      this.elf = subject.elf();
      this.offset = elf.header().programHeadersOffset();
      this.sizeBytes = (long) elf.segments().size() * elf.header().programHeaderSizeBytes();
    }

    /** The facts; none if there is no table. */
    static List<Fact> of(ElfSubject subject) {
      if (subject.elf().segments().isEmpty()) {
        return List.of();
      }
      ProgramHeaderFacts all = new ProgramHeaderFacts(subject);
      all.table();
      all.room();
      all.loaded();
      all.self();
      return List.copyOf(all.facts);
    }

    private void table() {
      facts.add(
          Fact.of(
              "Table",
              "%s of %d bytes at file offset %s"
                  .formatted(
                      CountText.of(elf.segments().size(), "entry"),
                      elf.header().programHeaderSizeBytes(),
                      ElfNumbers.hex(offset)),
              subject.programHeaders()));
    }

    private void room() {
      long end = offset + sizeBytes;
      @Nullable ElfSection next = null;
      for (ElfSection section : elf.sections()) {
        boolean behind = section.storedSizeBytes() > 0 && section.fileOffset() >= end;
        if (behind && (next == null || section.fileOffset() < next.fileOffset())) {
          next = section;
        }
      }
      if (next != null) {
        long room = (next.fileOffset() - end) / ElfSegment.HEADER_SIZE_BYTES;
        facts.add(
            Fact.of(
                "Free space after it",
                "for %s, then %s".formatted(CountText.of(room, "more entry"), next.label())));
      }
    }

    private void loaded() {
      for (ElfSegment segment : elf.segments()) {
        if (segment.isLoad()
            && segment.containsOffset(offset)
            && segment.containsOffset(offset + sizeBytes - 1)) {
          facts.add(Fact.of("Loaded by", segment.label(), subject.places().segment(segment)));
          return;
        }
      }
      facts.add(Fact.warning("Loaded by", "no segment: some loaders and tools refuse such a file"));
    }

    private void self() {
      for (ElfSegment segment : elf.segments()) {
        if (segment.type() == SegmentType.PHDR) {
          boolean right = segment.fileOffset() == offset && segment.fileSizeBytes() == sizeBytes;
          facts.add(
              right
                  ? Fact.of("PHDR", "agrees with the table", subject.places().segment(segment))
                  : Fact.warning(
                      "PHDR",
                      "says offset %s, %d bytes; the table has offset %s, %d bytes"
                          .formatted(
                              ElfNumbers.hex(segment.fileOffset()),
                              segment.fileSizeBytes(),
                              ElfNumbers.hex(offset),
                              sizeBytes)));
        }
      }
    }
  }
}
