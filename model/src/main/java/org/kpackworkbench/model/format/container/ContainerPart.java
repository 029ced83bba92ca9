package org.kpackworkbench.model.format.container;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;

/**
 * An entry with what its image turned out to be.
 *
 * @param entry the entry
 * @param place where it is: a code object where the image is one
 * @param format what the image is by its own bytes; null if there is none, or it cannot be read
 * @param inside the image as a document, where that holds code objects; null for any other
 * @param rows the rows of its code objects among the document's
 */
public record ContainerPart(
    ContainerEntry entry,
    Place place,
    @Nullable Format format,
    @Nullable Document inside,
    List<Integer> rows) {
  public ContainerPart {
    rows = List.copyOf(rows);
  }

  /** Whether the image itself is a code object. */
  public boolean isCodeObject() {
    return place instanceof Place.CodeObject;
  }

  /**
   * Returns the kind of the image in words: by its bytes, or where those cannot be had by what is
   * written.
   */
  public String words() {
    return format == null ? entry.imageWords() : format.words();
  }
}
