package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.views.format.offload.BundleViews;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.FactsGrid;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of host binaries: libraries, programs and object files. */
public final class ElfViews implements DocumentViewFactory {

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ElfDocument.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ElfDocument document = file.as(ElfDocument.class).orElseThrow();
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
      views.add(new RowsView<>(new WrappersSpec(fat, place), context));
      views.add(BundleViews.codeObjects(file, document, context));
      views.add(BundleViews.bundles(file, fat, place, context));
    }
    views.addAll(details(subject, context));
    return List.copyOf(views);
  }

  /** The tables that every ELF file has, a code object included. */
  public static List<DocumentView> tables(ElfSubject subject, ViewContext context) {
    List<DocumentView> tables = new ArrayList<>();
    tables.add(sections(subject, context));
    tables.add(segments(subject, context));
    tables.addAll(details(subject, context));
    return List.copyOf(tables);
  }

  /** What a file has of device code in a few words, e.g. {@code fat}. */
  public static String stateWords(DeviceCode state) {
    return ElfSentences.state(state);
  }

  /** The table of sections. */
  public static DocumentView sections(ElfSubject subject, ViewContext context) {
    return new RowsView<>(new SectionsSpec(subject), context);
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
    views.add(new RowsView<>(new SymbolsSpec(subject), context));
    if (!elf.relocations().isEmpty()) {
      views.add(new RowsView<>(new RelocationsSpec(subject), context));
    }
    if (!elf.dynamic().isEmpty()) {
      views.add(new RowsView<>(new DynamicSpec(subject), context));
    }
    if (!elf.notes().isEmpty()) {
      views.add(new RowsView<>(new NotesSpec(subject), context));
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

  private static @Nullable Place containerOf(Place place) {
    return place instanceof Place.CodeObject code && code.unpacked() ? code : place.container();
  }
}
