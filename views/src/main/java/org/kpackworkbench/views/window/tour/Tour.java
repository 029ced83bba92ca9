package org.kpackworkbench.views.window.tour;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;

/**
 * A way through the window.
 *
 * @param files what is opened for it
 * @param stops where it leads, at least once
 */
public record Tour(List<Path> files, List<Stop> stops) {

  /** A part of the window. */
  public enum Part {
    /** The tree of what is open. */
    WORKSPACE,
    /** The views of the active file. */
    VIEWS
  }

  /**
   * One step.
   *
   * @param title what it shows, in a few words
   * @param text what is to be seen there
   * @param place where the window goes
   * @param part what the card points to
   */
  public record Stop(String title, String text, Place place, Part part) {}

  public Tour {
    files = List.copyOf(files);
    stops = List.copyOf(stops);
    if (stops.isEmpty()) {
      throw new IllegalArgumentException("a tour leads somewhere");
    }
  }
}
