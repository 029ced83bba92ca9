package org.kpackworkbench.views.format.ar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.ar.SymbolIndex;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.format.offload.BundleViews;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of static libraries. */
public final class LibraryViews {
  private LibraryViews() {}

  /** The room of static libraries. */
  public static FormatRoom room() {
    return FormatRoom.of(ArFormat.FORMAT, KpackIcon.STATIC_LIBRARY)
        .views(StaticLibraryDocument.class, LibraryViews::create)
        .nodes(StaticLibraryDocument.class, new LibraryNodes());
  }

  private static List<DocumentView> create(
      StaticLibraryDocument document, OpenedFile file, ViewContext context) {
    Place place = document.place();
    return List.of(
        new OverviewView(place, () -> overview(document), context),
        LayoutView.of(document, context),
        new RowsView<>(new MembersSpec(document), context),
        new MemberView(file, document, context),
        BundleViews.codeObjects(file, document::codeObjects, place, true, context),
        SizesView.of(file, document::codeObjects, place, true, context));
  }

  private static Overview overview(StaticLibraryDocument document) throws IOException {
    StaticLibrary library = document.library();
    List<TargetBytes> targets = TargetBytes.of(document.codeObjects());
    int members = library.members().size();
    String name = document.place().label();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        library.thin()
            ? "%s is a thin static library: a list of %d object files that lie beside it."
                .formatted(name, members)
            : "%s is a static library: %d object files in one, for linking."
                .formatted(name, members));
    sentences.add(
        library.thin()
            ? "Its members are named here; open one to see what is in it."
            : targets.isEmpty()
                ? "No member holds GPU code that is ready to run."
                : "Its members hold %d code objects for %s."
                    .formatted(
                        document.codeObjects().size(), CountText.of(targets.size(), "GPU target")));
    List<Fact> facts = new ArrayList<>();
    long size = document.bytes().size();
    facts.add(Fact.of("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size))));
    facts.add(Fact.of("Members", Integer.toString(members)));
    for (SymbolIndex index : library.symbolIndices()) {
      facts.add(
          Fact.of("Symbol index", "%d symbols, %s".formatted(index.symbolCount(), index.format())));
    }
    if (library.symbolIndices().isEmpty()) {
      facts.add(Fact.warning("Symbol index", "none: linkers may require that ranlib is run"));
    }
    return Overview.of(
        document, library.thin() ? "thin library" : "static library", sentences, List.of(), facts);
  }
}
