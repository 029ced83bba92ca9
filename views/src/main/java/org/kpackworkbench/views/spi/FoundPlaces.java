package org.kpackworkbench.views.spi;

import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * Where the last verification found something: tables mark the rows of these places. UI thread
 * only.
 */
public final class FoundPlaces {
  private final ReadOnlyObjectWrapper<Map<Place, String>> places =
      new ReadOnlyObjectWrapper<>(this, "places", Map.of());

  /** What was found at each place, in a sentence. */
  public ReadOnlyObjectProperty<Map<Place, String>> placesProperty() {
    return places.getReadOnlyProperty();
  }

  /** Whether nothing was found anywhere. */
  public boolean isEmpty() {
    return places.get().isEmpty();
  }

  /** What was found at a place; empty if nothing was. */
  public String at(@Nullable Place place) {
    return place == null ? "" : places.get().getOrDefault(place, "");
  }

  /** Another verification has ended. */
  public void set(Map<Place, String> found) {
    places.set(Map.copyOf(found));
  }
}
