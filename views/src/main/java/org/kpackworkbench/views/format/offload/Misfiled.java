package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.offload.CodeObjectsSpec.CodeObjectItem;

/** Code objects that state another target than they are filed under. For background threads. */
public final class Misfiled {
  private static final int MOST_ROWS = 2_000;
  private static final long MOST_BYTES = 256L << 20;
  private static final int MOST_SAID = 20;

  private Misfiled() {}

  /** Returns the problem of a code object, if finding it takes no unpacking; else an empty text. */
  static String words(CodeObjects objects, CodeObjectRow row) throws IOException {
    if (!row.usable() || row.place().unpacked()) {
      return "";
    }
    CodeObjectItem.Stated stated = CodeObjectItem.look(objects, row, Progress.NONE);
    return stated.problem().isEmpty() || stated.target().isEmpty()
        ? ""
        : "⚠ states " + stated.target();
  }

  /** Sentences about all of a file, where it is not too large to look through at once. */
  public static List<String> sentences(CodeObjects objects) throws IOException {
    List<String> found = new ArrayList<>();
    long bytes = 0;
    int more = 0;
    for (int i = 0; i < Math.min(objects.size(), MOST_ROWS); i++) {
      CodeObjectRow row = objects.row(i);
      bytes += row.place().unpacked() ? Math.max(0, row.originalSizeBytes()) : 0;
      if (!row.usable() || (row.place().unpacked() && bytes > MOST_BYTES)) {
        continue;
      }
      CodeObjectItem.Stated stated = CodeObjectItem.look(objects, row, Progress.NONE);
      if (stated.problem().isEmpty() || stated.target().isEmpty()) {
        continue;
      }
      if (found.size() < MOST_SAID) {
        found.add(row.place().label() + ": " + stated.problem());
      } else {
        more++;
      }
    }
    if (more > 0) {
      found.add("%d more state another target than they are filed under.".formatted(more));
    }
    return List.copyOf(found);
  }
}
