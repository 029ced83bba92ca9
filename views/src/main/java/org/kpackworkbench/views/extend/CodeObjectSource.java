package org.kpackworkbench.views.extend;

import java.io.IOException;
import org.kpackworkbench.model.document.Document;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Place;

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
