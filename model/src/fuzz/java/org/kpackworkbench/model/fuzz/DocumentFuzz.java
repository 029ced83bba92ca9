package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** Any file as the window opens it: its kind, owners of its bytes, its code objects. */
public final class DocumentFuzz {
  private static final int MOST_ROWS = 30;
  private static final long MOST_LOADED_BYTES = 4 << 20;

  private DocumentFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Document document =
        StandardFormats.all()
            .read(new Place.File(Path.of("input")), ByteView.of("input", input), Progress.NONE)) {
      document.problems().forEach(Check::refusal);
      document.ownership().runs(new ByteRange(0, input.length));
      rows(document.codeObjects());
      for (String place : List.of("kernel:k", "section:.text", "symbol:k", "wrapper:0", "row:x")) {
        place(place, document);
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void rows(CodeObjects objects) throws IOException {
    try {
      objects.locate(Progress.NONE);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
    List<CodeObjectRow> rows = new ArrayList<>();
    for (int row = 0; row < Math.min(MOST_ROWS, objects.size()); row++) {
      rows.add(objects.row(row));
    }
    for (CodeObjectRow row : rows) {
      try {
        objects.metadata(row.row());
        if (row.originalSizeBytes() < MOST_LOADED_BYTES) {
          objects.load(row.row(), Progress.NONE);
        }
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
    }
  }

  private static void place(String text, Document document) throws IOException {
    try {
      Check.that(
          PlaceSyntax.parse(text, document, StandardFormats.all()).file() != null,
          "a place lies in a file");
    } catch (PlaceSyntaxException none) {
      Check.that(none.getMessage() != null, "says why");
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
