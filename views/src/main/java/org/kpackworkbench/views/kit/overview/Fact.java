package org.kpackworkbench.views.kit.overview;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * One thing that is known about a file.
 *
 * @param name what it is, e.g. {@code "Build id"}
 * @param value what it says
 * @param place where it is; null if there is nothing to go to
 * @param warning whether something is wrong with it
 */
public record Fact(String name, String value, @Nullable Place place, boolean warning) {

  /** A fact that leads nowhere. */
  public static Fact of(String name, String value) {
    return new Fact(name, value, null, false);
  }

  /** A fact with the place it is at. */
  public static Fact of(String name, String value, @Nullable Place place) {
    return new Fact(name, value, place, false);
  }

  /** A fact that something is wrong. */
  public static Fact warning(String name, String value) {
    return new Fact(name, value, null, true);
  }
}
