package org.kpackworkbench.model.format.offload;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.BundleDocument;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** Finds wrappers, bundles and the marker for {@link PlaceSyntax}. */
public record BundlePlaceFinder(
    PlaceSyntax syntax,
    OffloadPlaces places,
    List<Wrapper> wrappers,
    List<StoredBundle> bundles,
    @Nullable Marker marker) {

  public static BundlePlaceFinder of(PlaceSyntax syntax, ElfDocument document) {
    return new BundlePlaceFinder(
        syntax,
        OffloadPlaces.of(document.fat(), document.place()),
        document.fat().wrappers(),
        document.fat().bundles(),
        document.fat().marker());
  }

  public static BundlePlaceFinder of(PlaceSyntax syntax, BundleDocument document) {
    return new BundlePlaceFinder(
        syntax,
        OffloadPlaces.of(document.file(), document.place()),
        List.of(),
        document.file().bundles(),
        null);
  }

  public Place find(String form, String name) throws PlaceSyntaxException {
    return switch (form) {
      case "wrapper" -> places.wrapper(syntax.numbered(wrappers, name, "wrapper"));
      case "bundle" -> places.bundle(syntax.numbered(bundles, name, "bundle"));
      default -> {
        if (marker == null) {
          throw syntax.none("marker", Stream.empty());
        }
        yield places.marker(marker);
      }
    };
  }
}
