package org.kpackworkbench.views.spi;

import java.io.IOException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;

/**
 * An open file with code objects, each of which can be opened as a document of its own: {@code
 * file.as(CodeObjectSource.class)}. Safe for use by many threads.
 */
public interface CodeObjectSource {

  /** The model's document. */
  Document document();

  /**
   * A code object inside the file as a document of its own; unpacked where it is packed. The last
   * few are kept. Takes time: background threads only.
   */
  Document inner(Place.CodeObject place, Progress progress) throws IOException;
}
