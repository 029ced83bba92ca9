package org.kpackworkbench.views.spi;

import java.util.HashMap;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * Places with something wrong, as the last verification found, or whatever unpacked their code
 * since: tables mark the rows of these places. UI thread only.
 */
public final class FoundPlaces {
  private final ReadOnlyObjectWrapper<Map<Place, String>> places =
      new ReadOnlyObjectWrapper<>(Map.of());

  private Map<Place, String> verified = Map.of();
  private final Map<Place, String> learned = new HashMap<>();

  /** Returns the findings by place, each in a sentence. */
  public ReadOnlyObjectProperty<Map<Place, String>> placesProperty() {
    return places.getReadOnlyProperty();
  }

  /** Whether nothing was found anywhere. */
  public boolean isEmpty() {
    return places.get().isEmpty();
  }

  /** Returns the finding at a place; empty if there is none. */
  public String at(@Nullable Place place) {
    return place == null ? "" : places.get().getOrDefault(place, "");
  }

  /** Whether the last verification found something at a place. */
  public boolean isVerified(Place place) {
    return verified.containsKey(place);
  }

  /** Another verification has ended; what was learned before is out of date. */
  public void set(Map<Place, String> found) {
    verified = Map.copyOf(found);
    learned.clear();
    places.set(verified);
  }

  /**
   * Code was unpacked, or could not be.
   *
   * @param found for the place of each code object what is wrong, in a sentence; empty if nothing
   */
  public void learn(Map<? extends Place, String> found) {
    Map<Place, String> before = Map.copyOf(learned);
    found.forEach(
        (place, wrong) -> {
          if (wrong.isEmpty()) {
            learned.remove(place);
          } else {
            learned.put(place, wrong);
          }
        });
    if (!learned.equals(before)) {
      Map<Place, String> all = new HashMap<>(learned);
      all.putAll(verified);
      places.set(Map.copyOf(all));
    }
  }
}
