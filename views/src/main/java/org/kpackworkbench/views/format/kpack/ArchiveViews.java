package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.views.format.kpack.ArchiveContent.KnownRows;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.map.OwnershipLayout;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Everything that the window has for archives: views, rows of the workspace tree, search. */
public final class ArchiveViews {
  private final KnownRows known = new KnownRows();

  /** The room of archives. */
  public static FormatRoom room() {
    ArchiveViews archives = new ArchiveViews();
    return FormatRoom.of(KpackFormat.FORMAT, KpackIcon.ARCHIVE)
        .views(ArchiveDocument.class, archives::create)
        .nodes(archives.nodes())
        .finders(archives.finder());
  }

  private List<DocumentView> create(
      ArchiveDocument document, OpenedFile file, ViewContext context) {
    ArchiveContent content = new ArchiveContent(document.archive(), known, context.background());
    return List.of(
        new ArchiveOverviewView(content, context),
        new ArchiveTableView(
            file, content, context, new ArchiveTableModel(content, context.background())),
        new LayoutView(
            document.place(),
            document.bytes(),
            () -> OwnershipLayout.of(document.ownership()),
            context),
        new SizesView(file, document.archive().place(), sizes(content), context));
  }

  private static SizesView.Source sizes(ArchiveContent content) {
    return new SizesView.Source(
        "binary", content.rowsProperty(), content.failureProperty(), content::load, content::stop);
  }

  /** The rows below archives in the workspace tree. */
  public WorkspaceNodeProvider nodes() {
    return WorkspaceNodeProvider.of(ArchiveDocument.class, new ArchiveNodes(known));
  }

  /** Finds rows of archives. */
  public PlaceFinder finder() {
    return new ArchiveFinder(known);
  }

  /** Finds rows of archives by key, target or ordinal. Safe for use by many threads. */
  record ArchiveFinder(KnownRows known) implements PlaceFinder {
    private static final int CHECK_EVERY = 1024;
    private static final int MOST_DIGITS = 9;

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
}
