package org.kpackworkbench.views.kit.place;

import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.text.VisibleText;

/** How places are named to users. */
public final class PlaceWords {
  private PlaceWords() {}

  /** The place's label, with names as the source spells them. */
  public static String label(Place place) {
    return VisibleText.of(words(place));
  }

  private static String words(Place place) {
    return switch (place) {
      case Place.Kernel kernel -> "kernel " + Demangler.demangle(kernel.symbol());
      case Place.Symbol symbol ->
          symbol.name().isEmpty() ? "symbol" : Demangler.demangle(symbol.name());
      default -> place.label();
    };
  }

  /** A text of no more than that many characters: its middle is left out where it is longer. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = (most - 1) / 2;
    return text.substring(0, most - 1 - end) + "…" + text.substring(text.length() - end);
  }
}
