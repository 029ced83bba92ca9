package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Finds places for the find/go-to field: kernels by name, sections, keys. */
public interface PlaceFinder {

  /** Returns the heading for what it finds, such as {@code Kernels}. */
  String title();

  /**
   * Finds places in one file. Called on a background thread, once for each open file.
   *
   * @param query what was typed, not empty
   * @param limit return no more than this many, the best first
   */
  List<Found> find(OpenedFile file, String query, int limit, Progress progress) throws IOException;

  /**
   * A place that was found.
   *
   * @param text its name
   * @param detail other distinguishing properties, such as target and size; may be empty
   */
  record Found(Place place, String text, String detail) {}
}
