package org.kpackworkbench.views.operation.edit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

/**
 * The editor of a file, or a row of a manifest in it, as a place, so that links and history lead
 * there. Pure functions; any thread.
 */
public final class EditPlace {
  private static final String LABEL = "edit ";

  private EditPlace() {}

  /** The row of a target, as it is written; empty for none in particular. */
  public static Place of(Path file, String target) {
    return new Place.Part(new Place.File(file), LABEL + target, new ByteRange(0, 0));
  }

  /** The target of such a place; null if it is another one. */
  public static @Nullable String target(Place place) {
    return place instanceof Place.Part part
            && part.parent() instanceof Place.File
            && part.label().startsWith(LABEL)
            && part.range().length() == 0
        ? part.label().substring(LABEL.length())
        : null;
  }
}
