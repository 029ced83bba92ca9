package org.kpackworkbench.views.window.standard;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;

/**
 * The code objects of a file that were looked into last, as documents, so that several views of one
 * do not unpack it several times. Safe for use by many threads.
 */
final class InnerDocuments {
  private static final int MOST_KEPT = 4;
  private static final long MOST_KEPT_BYTES = 256L << 20;

  private final CodeObjects codeObjects;
  private final Map<Place.CodeObject, Document> kept = new LinkedHashMap<>(8, 0.75f, true);

  InnerDocuments(CodeObjects codeObjects) {
    this.codeObjects = codeObjects;
  }

  Document get(Place.CodeObject place, Progress progress) throws IOException {
    synchronized (kept) {
      Document known = kept.get(place);
      if (known != null) {
        return known;
      }
    }
    int row = codeObjects.rowOf(place);
    if (row < 0) {
      throw FormatException.in(
              place.file().toString(), "code object", "", FormatException.Reason.NOT_FOUND)
          .expected("a code object of this file")
          .found(place.label())
          .build();
    }
    Document document = Documents.read(place, codeObjects.load(row, progress), progress);
    keep(place, document);
    return document;
  }

  private void keep(Place.CodeObject place, Document document) {
    synchronized (kept) {
      kept.put(place, document);
      var oldest = kept.values().iterator();
      while (kept.size() > 1 && (kept.size() > MOST_KEPT || keptBytes() > MOST_KEPT_BYTES)) {
        oldest.next();
        oldest.remove();
      }
    }
  }

  private long keptBytes() {
    return kept.values().stream().mapToLong(document -> document.bytes().size()).sum();
  }
}
