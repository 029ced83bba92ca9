package org.kpackworkbench.views.format.coff;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImagePart;
import org.kpackworkbench.model.format.coff.ImageTables.Import;
import org.kpackworkbench.model.format.host.CoffDocument;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.views.format.elf.ElfViews;
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

/** The views of Windows binaries. */
public final class CoffViews {
  private CoffViews() {}

  /** The room of Windows binaries. */
  public static FormatRoom room() {
    return FormatRoom.of(CoffFormat.FORMAT, KpackIcon.ELF_LIBRARY)
        .views(CoffDocument.class, CoffViews::create)
        .nodes(CoffDocument.class, new CoffNodes());
  }

  private static List<DocumentView> create(
      CoffDocument document, OpenedFile file, ViewContext context) {
    Place place = document.place();
    List<DocumentView> views = new ArrayList<>();
    views.add(new OverviewView(place, () -> overview(document), context));
    views.add(LayoutView.of(document, context));
    views.add(new RowsView<>(new CoffSectionsSpec(document.file(), place), context));
    List<ImagePart> parts = document.tables().parts();
    if (!parts.isEmpty()) {
      views.add(new RowsView<>(new ImagePartsSpec(document.file(), parts, place), context));
    }
    FatBinary fat = document.fat();
    if (fat.hasDeviceCode()) {
      views.add(BundleViews.wrappers(fat, place, context));
      views.add(BundleViews.codeObjects(file, document, context));
      views.add(BundleViews.bundles(file, fat, place, context));
    }
    if (!fat.bundles().isEmpty()) {
      views.add(SizesView.of(file, document::codeObjects, place, true, context));
    }
    return List.copyOf(views);
  }

  /** All parts of a kind, with the place of the first. */
  private static Fact fact(CoffDocument document, String kind, List<ImagePart> parts) {
    ImagePart first = parts.getFirst();
    List<String> names = parts.stream().map(ImagePart::name).filter(not(String::isEmpty)).toList();
    String size = SizeText.of(parts.stream().mapToLong(part -> part.range().length()).sum());
    return Fact.of(
        Character.toUpperCase(kind.charAt(0)) + kind.substring(1),
        names.isEmpty() ? size : "%s (%s)".formatted(ListText.some(names), size),
        CoffClaims.placeOf(document.file(), first, document.place()));
  }

  static Overview overview(CoffDocument document) throws IOException {
    CoffFile file = document.file();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("Type", file.kindName()));
    facts.add(Fact.of("Machine", file.machineName()));
    ImageHeader header = file.header();
    if (header != null) {
      facts.add(Fact.of("Image base", "0x" + Long.toHexString(header.imageBase())));
      facts.add(Fact.of("Subsystem", header.subsystemName()));
    }
    for (Import imported : document.tables().imports()) {
      facts.add(
          Fact.of(
              imported.delayed() ? "Needed at the first call" : "Needed",
              "%s (%s)"
                  .formatted(
                      imported.library(), CountText.of(imported.functions().size(), "function"))));
    }
    int exports = document.tables().exports().size();
    if (exports > 0) {
      facts.add(Fact.of("Exports", CountText.of(exports, "function")));
    }
    Map<String, List<ImagePart>> parts =
        document.tables().parts().stream()
            .collect(
                Collectors.groupingBy(ImagePart::kind, LinkedHashMap::new, Collectors.toList()));
    parts.forEach((kind, all) -> facts.add(fact(document, kind, all)));
    facts.addAll(ElfViews.markerFacts(document.fat(), document.place()));
    long size = document.bytes().size();
    facts.add(Fact.of("Sections", Integer.toString(file.sections().size())));
    facts.add(Fact.of("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size))));
    return ElfViews.overview(
        document, "a %s for %s".formatted(file.kindName(), file.machineName()), facts);
  }
}
