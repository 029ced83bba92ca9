package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.DifferenceWords.ChangeLook;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.text.FunctionName;

/**
 * The rows of one comparison, which of them are shown, and how many there are of each change. Knows
 * no screen; UI thread only.
 */
final class CompareModel {
  private final TableComparison comparison;
  private final Background.Latest counting;
  private final RowsModel<Row> rows;
  private final ReadOnlyObjectWrapper<ChangeCounts> counts =
      new ReadOnlyObjectWrapper<>(ChangeCounts.NONE);
  private final ReadOnlyObjectWrapper<RowSelection> wanted;

  /**
   * A model of what {@link #begin} shows.
   *
   * @param names the sides' names
   * @param wanted which rows are shown at first
   */
  CompareModel(
      TableComparison comparison, List<String> names, RowSelection wanted, Background background) {
    this.comparison = comparison;
    this.counting = background.latest();
    this.rows = new RowsModel<>(new Differences(comparison, names), background);
    this.wanted = new ReadOnlyObjectWrapper<>(wanted);
    rows.filter(wanted.query());
    rows.sort(wanted.order());
    choose(wanted);
  }

  TableComparison comparison() {
    return comparison;
  }

  /** The rows as a table shows them. */
  RowsModel<Row> rows() {
    return rows;
  }

  /** Shows the rows, and counts them. */
  void begin() {
    rows.show(new Rows(comparison));
    count();
  }

  /** How many rows there are of each change. */
  ReadOnlyObjectProperty<ChangeCounts> countsProperty() {
    return counts.getReadOnlyProperty();
  }

  /** Which rows are wanted; its query and order are those that a later level begins with. */
  ReadOnlyObjectProperty<RowSelection> wantedProperty() {
    return wanted.getReadOnlyProperty();
  }

  /** Which rows are wanted, by what query and in what order: all that outlives the level. */
  RowSelection wanted() {
    RowSelection now = wanted.get();
    return new RowSelection(
        now.onlyDifferences(), now.change(), now.group(), rows.query(), rows.sorting());
  }

  /** Shows rows of other kinds. */
  void show(RowSelection now) {
    if (!now.equals(wanted.get())) {
      wanted.set(now);
      choose(now);
    }
  }

  private void choose(RowSelection now) {
    rows.only(now.all() ? null : row -> now.leaves(comparison, row));
  }

  /** More is known of some rows. */
  void known() {
    rows.changed(wanted().dependsOnChanges());
    count();
  }

  /** Called when the level is closed. */
  void stop() {
    rows.stop();
    counting.forget();
  }

  /**
   * The position of the next row that is known to differ.
   *
   * @param from the position from which it is looked for; -1 before the first
   * @param step 1 for downwards, -1 for upwards
   * @return -1 where there is none
   */
  int nextDifference(int from, int step) {
    int at = from < 0 && step < 0 ? rows.shown() - 1 : from + step;
    for (; at >= 0 && at < rows.shown(); at += step) {
      if (comparison.change(rows.rows().index(at)).isDifference()) {
        return at;
      }
    }
    return -1;
  }

  private void count() {
    counting.run(() -> ChangeCounts.of(comparison), counts::set, rows::fail);
  }

  /** The comparison's rows; read in the background. */
  private record Rows(TableComparison comparison) implements RowSource<Row> {
    @Override
    public int size() {
      return comparison.rowCount();
    }

    @Override
    public Row row(int index) throws FormatException {
      return comparison.row(index);
    }
  }

  /**
   * How many rows there are of each change. One thing under two names is one difference.
   *
   * @param rows how many rows there are, of whatever kind
   * @param of how many of each; what there is none of is left out
   */
  record ChangeCounts(int rows, Map<Change, Integer> of) {
    static final ChangeCounts NONE = new ChangeCounts(0, Map.of());

    static ChangeCounts of(TableComparison comparison) {
      Map<Change, Integer> counts = new EnumMap<>(Change.class);
      for (int row = 0; row < comparison.rowCount(); row++) {
        int counterpart = comparison.counterpart(row);
        if (counterpart < 0 || counterpart > row) {
          counts.merge(comparison.change(row), 1, Integer::sum);
        }
      }
      return new ChangeCounts(comparison.rowCount(), counts);
    }

    /** How many differ, as far as is known. */
    int differences() {
      return of.entrySet().stream()
          .filter(count -> count.getKey().isDifference())
          .mapToInt(Map.Entry::getValue)
          .sum();
    }
  }

  /** What the table of a comparison shows. */
  private static final class Differences implements RowsSpec<Row> {
    private static final int MOST_SIDE = 16;
    private static final String CHANGE = "compare-change";

    private static final List<RowColumn<Row>> FILTERED =
        List.of(
            RowColumn.text("Name", Differences::names),
            RowColumn.text("Kind", Row::group),
            RowColumn.text("Change", row -> ChangeLook.of(row.change()).word()),
            RowColumn.text("Differs in", DifferenceWords::details),
            RowColumn.size("Size", Differences::largest),
            RowColumn.size("Delta", Differences::grown),
            RowColumn.text("Arch", Differences::targets),
            RowColumn.count("Index", Differences::index));

    private static final Pattern TARGET =
        Pattern.compile("gfx[0-9a-f]+(?:-[a-z0-9-]+)?(?::\\w+[+-])*");
    private static final Pattern INDEX = Pattern.compile("#([0-9]{1,18})");

    private final List<RowColumn<Row>> columns = new ArrayList<>();

    Differences(TableComparison comparison, List<String> names) {
      int sides = comparison.sides().size();
      columns.add(
          RowColumn.<Row>face("Change", Differences::word, Differences::change)
              .ranked(row -> comparison.change(row).ordinal())
              .named(CHANGE));
      columns.add(
          RowColumn.<Row>face("Name", DifferenceWords::name, Differences::brief)
              .named("compare-name"));
      if (comparison.groups().size() > 1) {
        columns.add(RowColumn.<Row>muted("Kind", Row::group).named("compare-kind-column"));
      }
      for (int side = 0; side < sides; side++) {
        int at = side;
        columns.add(
            RowColumn.<Row>text(
                    side < names.size() ? names.get(side) : "Side " + (side + 1),
                    row -> DifferenceWords.matrixCell(row, at))
                .counted(row -> row.cells().get(at).sizeBytes())
                .named("compare-side-" + side)
                .fitted(MOST_SIDE));
      }
      columns.add(
          RowColumn.<Row>figure("Growth", row -> DifferenceWords.growth(row.delta(sides - 1)))
              .ranked(comparison::deltaBytes)
              .named("compare-delta"));
      columns.add(
          RowColumn.<Row>text("Differs in", DifferenceWords::details)
              .named("compare-details-column"));
    }

    @Override
    public String id() {
      return "compare-rows";
    }

    @Override
    public String title() {
      return "What differs";
    }

    @Override
    public String empty() {
      return "There is nothing to compare: no side has any rows.";
    }

    @Override
    public String prompt() {
      return "name:gemm change:added size>1M delta>4K";
    }

    @Override
    public String help() {
      return "Fields: name, arch, index, kind, change, differsin, size, delta";
    }

    @Override
    public List<RowColumn<Row>> columns() {
      return columns;
    }

    @Override
    public List<RowColumn<Row>> fields() {
      return FILTERED;
    }

    /** Where it is on the first side that has it. */
    @Override
    public @Nullable Place place(Row row) {
      return row.cells().stream()
          .map(Cell::place)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    private static String word(Row row) {
      ChangeLook look = ChangeLook.of(row.change());
      return look.sign() + "  " + look.word();
    }

    private static Face change(Row row) {
      return Face.of(word(row), row.change().words())
          .styled("change-cell " + ChangeLook.of(row.change()).styleClass());
    }

    /** A function's name without its result and scopes; anything else as it is. */
    private static Face brief(Row row) {
      String name = DifferenceWords.name(row);
      return Face.of(name.equals(row.key()) ? name : FunctionName.brief(name), name);
    }

    /** All names of a row that a filter may contain. */
    private static String names(Row row) {
      String name = DifferenceWords.name(row);
      return name.equals(row.key()) ? name : name + " " + row.key();
    }

    /** The targets that a row's key and place name. */
    private static String targets(Row row) {
      return Stream.concat(
              TARGET.matcher(row.key()).results().map(MatchResult::group),
              row.fields().stream()
                  .filter(field -> field.name().equals("target"))
                  .flatMap(field -> field.values().stream())
                  .filter(Objects::nonNull))
          .distinct()
          .collect(Collectors.joining(" "));
    }

    /** The wrapper's index in a row's key; -1 where there is none. */
    private static long index(Row row) {
      Matcher found = INDEX.matcher(row.key());
      return found.find() ? Long.parseLong(found.group(1)) : -1;
    }

    private static long largest(Row row) {
      return row.cells().stream().mapToLong(Cell::sizeBytes).max().orElse(-1);
    }

    private static long grown(Row row) {
      Delta delta = row.delta(row.cells().size() - 1);
      return delta == null ? -1 : Math.abs(delta.amount());
    }
  }

  /**
   * Which rows of a comparison are shown, and in which order.
   *
   * @param onlyDifferences only what is known to differ
   * @param change only this; null for whatever became of them
   * @param group only this kind of thing; null for all kinds
   * @param query what the filter holds; empty for all
   * @param order how they are sorted; empty for the comparison's own order
   */
  record RowSelection(
      boolean onlyDifferences,
      @Nullable Change change,
      @Nullable String group,
      String query,
      List<RowsModel.Sorting> order) {
    static final RowSelection ALL = new RowSelection(false, null, null, "", List.of());

    RowSelection differences(boolean only) {
      return new RowSelection(only, change, group, query, order);
    }

    RowSelection change(@Nullable Change only) {
      return new RowSelection(onlyDifferences, only, group, query, order);
    }

    RowSelection group(@Nullable String only) {
      return new RowSelection(onlyDifferences, change, only, query, order);
    }

    private boolean all() {
      return !onlyDifferences && change == null && group == null;
    }

    /** Whether it leaves a row, as far as that can be told without reading it. */
    private boolean leaves(TableComparison comparison, int row) {
      Change now = comparison.change(row);
      return (!onlyDifferences || now.isDifference())
          && (change == null || now == change)
          && (group == null || group.equals(comparison.group(row)));
    }

    /** Whether other rows may be shown, or in another order, when more becomes known of them. */
    private boolean dependsOnChanges() {
      return onlyDifferences
          || change != null
          || query.contains("change")
          || order.stream().anyMatch(each -> each.column().equals(Differences.CHANGE));
    }
  }
}
