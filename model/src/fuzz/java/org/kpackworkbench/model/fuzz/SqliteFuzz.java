package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;

/** SQLite databases, read in memory: tables, rows, kernels. */
public final class SqliteFuzz {
  private static final int MOST_ROWS = 20;

  private SqliteFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Place place = new Place.File(Path.of("gfx942.kdb"));
    try (Document document =
        StandardFormats.all().read(place, ByteView.of("gfx942.kdb", input), Progress.NONE)) {
      document.problems().forEach(Check::refusal);
      CodeObjects kernels = document.codeObjects();
      for (int row = 0; row < Math.min(MOST_ROWS, kernels.size()); row++) {
        try {
          kernels.load(row, Progress.NONE);
        } catch (FormatException refusal) {
          Check.refusal(refusal);
        }
      }
      Check.listed(document.parts());
      if (document instanceof SqliteDocument sqlite) {
        for (SqliteDocument.Table table : sqlite.tables()) {
          sqlite.rows(table, 0, MOST_ROWS, Progress.NONE);
        }
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
