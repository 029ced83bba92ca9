package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.Optional;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;
import org.kpackworkbench.model.format.registry.FormatDetector;

/** Finds out whose the bytes of a side are, where they are a file or a part of a known format. */
final class SideOwners {
  private SideOwners() {}

  /**
   * Reads its tables; not on the UI thread.
   *
   * @return empty where its format says nothing of owners
   * @throws FormatException where it can no longer be read
   */
  static Optional<Ownership> of(Side side) throws FormatException {
    ByteView bytes = side.bytes();
    if (bytes == null) {
      return Optional.empty();
    }
    if (!FormatDetector.detect(bytes).isRead()) {
      return Optional.empty();
    }
    // It ends with the comparison, whose bytes these are.
    Document document = Documents.read(side.place(), bytes, Progress.NONE);
    return Optional.of(document.ownership());
  }
}
