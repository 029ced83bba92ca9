package org.kpackworkbench.views.format.kpack;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.kpack.ArchiveCodeObjects;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.LineWords.ProblemWords;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Openness;
import org.kpackworkbench.views.kit.rows.RowTexts;
import org.kpackworkbench.views.kit.rows.RowsModel;

/**
 * Model of the archive table: filtered, grouped and sorted. UI thread only; filtering, grouping and
 * sorting run in the background, and only the newest request counts.
 */
final class ArchiveTableModel {
  /** Archives up to this many rows are shown with all groups open. */
  private static final int OPEN_UP_TO_ROWS = 300;

  private final ArchiveContent content;
  private final Background.Latest arranging;
  private final Background.Latest adding;
  private final AtomicInteger newest = new AtomicInteger();
  private final GroupedRows<GroupId, Line> groups;
  // Read in the background, too, where the widths of columns are found out.
  private volatile Arrangement arrangement;
  private final ReadOnlyObjectWrapper<@Nullable Arrangement> shown = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");

  private Grouping grouping = Grouping.BY_BINARY;
  private List<SortKey> sortedBy = List.of();
  private String query = "";
  private @Nullable Matched matched;
  private Sums selected = Sums.NONE;

  /** The rows that a query leaves; computed once for sorting and grouping. */
  private record Matched(ArchiveRows rows, String query, int[] found) {}

  private record Result(Matched matched, Arrangement arrangement) {}

  ArchiveTableModel(ArchiveContent content, Background background) {
    this.content = content;
    this.arranging = background.latest();
    this.adding = background.latest();
    this.arrangement =
        Arrangement.of(ArchiveRows.none(content.archive()), new int[0], Grouping.FLAT, List.of());
    RowTexts<ArchiveRows> summaries = new RowTexts<>(background, RowMetadataText::of);
    RowTexts<ArchiveRows> stated = new RowTexts<>(background, content::statedText);
    this.groups =
        new GroupedRows<>(
            tree -> new ArchiveSpec(tree, this::arrangement, summaries, stated),
            line -> -1,
            background);
    rows().sortedBy(wishes -> sort(SortColumn.keys(wishes)));
    content.rowsProperty().subscribe(rows -> arrange());
  }

  /** Returns the shown arrangement; empty until the rows have been read. */
  Arrangement arrangement() {
    return arrangement;
  }

  /** The groups in which the rows are. */
  GroupedRows<GroupId, Line> groups() {
    return groups;
  }

  /** The lines as a table shows them. */
  RowsModel<Line> rows() {
    return groups.rows();
  }

  /** Returns the shown arrangement; null until the rows have been read. Set after the lines. */
  ReadOnlyObjectProperty<@Nullable Arrangement> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** Returns the problem with the query; empty if there is none. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Sums of what is shown and selected, for the status bar. */
  ReadOnlyStringProperty statusProperty() {
    return status.getReadOnlyProperty();
  }

  Grouping grouping() {
    return grouping;
  }

  /** Puts the rows together in another way. */
  void group(Grouping now) {
    if (grouping != now) {
      grouping = now;
      groups.forget();
      arrange();
    }
  }

  /**
   * Sorts rows and groups; by nothing: rows in the order of the table of contents, groups by name.
   */
  void sort(List<SortKey> by) {
    if (!sortedBy.equals(by)) {
      sortedBy = List.copyOf(by);
      arrange();
    }
  }

  /** Shows the rows that match. A query that cannot be read changes nothing but the problem. */
  void filter(String text) {
    if (query.equals(text)) {
      return;
    }
    try {
      var unused = RowQuery.parse(text);
    } catch (QueryException wrong) {
      problem.set(String.valueOf(wrong.getMessage()));
      return;
    }
    problem.set("");
    query = text;
    groups.filtered(filtered());
    arrange();
  }

  /** Whether a filter hides rows. */
  boolean filtered() {
    return !query.isEmpty();
  }

  /** The user selected these lines; their sums go to the status bar. */
  void select(int[] indexes) {
    if (indexes.length == 0) {
      adding.forget();
      selected = Sums.NONE;
      updateStatus();
      return;
    }
    ArchiveRows source = arrangement.source();
    Supplier<int[]> rows = groups.rowsOf(indexes);
    adding.run(
        () -> Sums.of(source, rows.get()),
        sums -> {
          selected = sums;
          updateStatus();
        },
        failure -> content.fail(failure));
  }

  private void arrange() {
    ArchiveRows rows = content.rows();
    if (rows == null) {
      return;
    }
    int mine = newest.incrementAndGet();
    String text = query;
    Matched before = matched;
    Grouping by = grouping;
    List<SortKey> keys = sortedBy;
    groups.openAtFirst(Openness.all(rows.count() <= OPEN_UP_TO_ROWS));
    arranging.run(
        () -> {
          Matched found =
              before != null && before.rows() == rows && before.query().equals(text)
                  ? before
                  : new Matched(
                      rows, text, RowQuery.parse(text).filter(rows, () -> newest.get() != mine));
          return new Result(found, Arrangement.of(rows, found.found(), by, keys));
        },
        this::arrived,
        failure -> {
          if (!(failure instanceof CancellationException)) {
            content.fail(failure);
          }
        });
  }

  private void arrived(Result result) {
    matched = result.matched();
    selected = Sums.NONE;
    arrangement = result.arrangement();
    groups.show(result.arrangement().tops());
    shown.set(result.arrangement());
    updateStatus();
  }

  private void updateStatus() {
    Arrangement now = shown.get();
    if (now != null) {
      status.set(StatusWords.of(now.total(), now.source().count(), selected));
    }
  }

  /** Filters the rows of an archive by a query. */
  record RowQuery(Query query) {
    /** The names that a query may contain: those of {@code list --filter}. */
    static final Set<String> FIELDS = CodeObjectQuery.FIELDS;

    private static final int CHECK_EVERY = 1024;

    /** Reads what was typed. */
    static RowQuery parse(String text) throws QueryException {
      return new RowQuery(Query.parse(text, FIELDS));
    }

    /**
     * The rows that match, in the order of the table. Takes time: background threads only.
     *
     * @param stop polled from time to time; true means that the result is no longer needed
     * @throws CancellationException if it was stopped
     */
    int[] filter(ArchiveRows rows, BooleanSupplier stop) {
      boolean unpacks = query.names(CodeObjectQuery.STATE);
      return IntStream.range(0, rows.count())
          .filter(
              row -> {
                if ((unpacks || row % CHECK_EVERY == 0) && stop.getAsBoolean()) {
                  throw new CancellationException("superseded");
                }
                return query.matches(new Fields(rows, row, unpacks));
              })
          .toArray();
    }

    /** A row as the query sees it. */
    private record Fields(ArchiveRows rows, int row, boolean unpacks) implements Query.Row {
      @Override
      public @Nullable String text(String field) {
        return switch (field) {
          case "name", "binary" -> rows.binaryName(row);
          case "arch", "target" -> rows.targetText(row);
          case "type" -> rows.typeText(row);
          case "meta" -> RowMetadataText.of(rows, row);
          case CodeObjectQuery.STATE -> state();
          default -> null;
        };
      }

      @Override
      public double number(String field) {
        return switch (field) {
          case "index" -> rows.index(row);
          case "ordinal" -> known(rows.ordinal(row));
          case "size" -> known(rows.originalSizeBytes(row));
          case "stored" -> known(rows.storedSizeBytes(row));
          case "ratio" -> rows.ratio(row);
          default -> Double.NaN;
        };
      }

      @Override
      public boolean isWords(String field) {
        return CodeObjectQuery.isWords(field);
      }

      /** {@code damaged} as on the command line, and in what way. */
      private @Nullable String state() {
        Reason reason = rows.problem(row);
        if (reason == null && unpacks) {
          reason = damage();
        }
        return reason == null ? null : "damaged, " + ProblemWords.of(reason);
      }

      private @Nullable Reason damage() {
        try {
          FormatException damage =
              CodeObjectQuery.damage(new ArchiveCodeObjects(rows.archive()), row);
          return damage == null ? null : damage.reason();
        } catch (FormatException changed) {
          return changed.reason();
        }
      }

      private static double known(long number) {
        return number < 0 ? Double.NaN : number;
      }
    }
  }
}
