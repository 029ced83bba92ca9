package org.kpackworkbench.model.format.offload;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** Finds wrappers, bundles and the marker by number, for {@link PlaceSyntax}. */
public record BundlePlaceFinder(
    PlaceSyntax syntax,
    OffloadPlaces places,
    List<Wrapper> wrappers,
    List<StoredBundle> bundles,
    @Nullable Marker marker) {

  /** Of a host binary. */
  public static BundlePlaceFinder of(PlaceSyntax syntax, FatBinary fat, Place parent) {
    return new BundlePlaceFinder(
        syntax, OffloadPlaces.of(fat, parent), fat.wrappers(), fat.bundles(), fat.marker());
  }

  /** Of a file of bundles. */
  static BundlePlaceFinder of(PlaceSyntax syntax, BundleFile file, Place parent) {
    return new BundlePlaceFinder(
        syntax, OffloadPlaces.of(file, parent), List.of(), file.bundles(), null);
  }

  /** The place that a form and a name mean; empty for other forms. */
  public Optional<Place> find(String form, String name) throws PlaceSyntaxException {
    return switch (form) {
      case "wrapper" -> Optional.of(places.wrapper(syntax.numbered(wrappers, name, "wrapper")));
      case "bundle" -> Optional.of(places.bundle(syntax.numbered(bundles, name, "bundle")));
      case "marker" -> {
        if (marker == null) {
          throw syntax.none("marker", Stream.empty());
        }
        yield Optional.of(places.marker(marker));
      }
      default -> Optional.empty();
    };
  }
}
