package org.kpackworkbench.views.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.document.ElfDocument;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.DocumentView;
import org.kpackworkbench.views.extend.DocumentViewFactory;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.rows.RowsView;

/** The views of host binaries: libraries, programs and object files. */
public final class ElfViews implements DocumentViewFactory {

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ElfDocument.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return of(file.as(ElfDocument.class).orElseThrow(), context);
  }

  /** The views of a host binary, a member of a library included. */
  public static List<DocumentView> of(ElfDocument document, ViewContext context) {
    ElfSubject subject = new ElfSubject(document.elf(), document.fat(), document.place());
    List<DocumentView> views = new ArrayList<>();
    views.add(new RowsView<>(new WrappersSpec(document.fat(), document.place()), context));
    views.addAll(tables(subject, context));
    return List.copyOf(views);
  }

  /** The tables that every ELF file has, a code object included. */
  public static List<DocumentView> tables(ElfSubject subject, ViewContext context) {
    return List.of(
        new RowsView<>(new SectionsSpec(subject), context),
        new RowsView<>(new SegmentsSpec(subject), context),
        new RowsView<>(new SymbolsSpec(subject), context),
        new RowsView<>(new RelocationsSpec(subject), context),
        new RowsView<>(new DynamicSpec(subject), context),
        new RowsView<>(new NotesSpec(subject), context));
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
