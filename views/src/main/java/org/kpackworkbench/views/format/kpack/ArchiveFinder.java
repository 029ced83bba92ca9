package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/** Finds rows of archives by key, target or ordinal. Safe for use by many threads. */
final class ArchiveFinder implements PlaceFinder {
  private static final int CHECK_EVERY = 1024;
  private static final int MOST_DIGITS = 9;

  private final KnownRows known;

  ArchiveFinder(KnownRows known) {
    this.known = known;
  }

  @Override
  public String title() {
    return "Rows of archives";
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress)
      throws IOException {
    ArchiveDocument document = file.as(ArchiveDocument.class).orElse(null);
    if (document == null) {
      return List.of();
    }
    ArchiveRows rows = known.get(document.archive(), progress);
    String[] words = query.strip().toLowerCase(Locale.ROOT).split("[\\s@]+", -1);
    int ordinal = ordinal(query.strip());
    List<Found> found = new ArrayList<>();
    for (int row = 0; row < rows.count() && found.size() < limit; row++) {
      if (row % CHECK_EVERY == 0) {
        progress.step(0);
      }
      if ((ordinal >= 0 && rows.ordinal(row) == ordinal) || holds(rows, row, words)) {
        found.add(found(rows, row));
      }
    }
    return List.copyOf(found);
  }

  private static boolean holds(ArchiveRows rows, int row, String[] words) {
    String key = rows.keyText(row).toLowerCase(Locale.ROOT);
    String target = rows.targetText(row).toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (!key.contains(word) && !target.contains(word)) {
        return false;
      }
    }
    return true;
  }

  /** The number that was typed, with or without {@code ordinal} before it; else -1. */
  private static int ordinal(String query) {
    String digits = query.replaceFirst("(?i)^ordinal[ :=]*", "");
    boolean number =
        !digits.isEmpty()
            && digits.length() <= MOST_DIGITS
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Integer.parseInt(digits) : -1;
  }

  private static Found found(ArchiveRows rows, int row) {
    Place place = rows.place(row);
    return new Found(
        place,
        rows.keyText(row) + " @ " + rows.targetText(row),
        "ordinal " + rows.ordinal(row) + ", " + StatusWords.size(rows.originalSizeBytes(row)));
  }
}
