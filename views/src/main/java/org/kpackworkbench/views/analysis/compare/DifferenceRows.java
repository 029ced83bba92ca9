package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowTexts;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.SharedCut;

/**
 * Rows of the table of a comparison: a row for each thing, below the folder in which it is, and one
 * line for a run of equal ones.
 */
final class DifferenceRows implements RowsSpec<Row>, RowsSpec.Folding<Row> {
  private static final int MOST_SIDE = 11;
  private static final int MOST_NAME = 22;
  private static final double KEPT_BY_NAMES = 0.3;
  private static final int MOST_WORDS = 20;

  /** Wide enough for what may become known later. */
  private static final double CHANGE_EMS = 9;

  private static final double WORDS_EMS = 17;

  private static final List<RowColumn<Row>> FILTERED =
      List.of(
          RowColumn.text("Name", DifferenceRows::names),
          RowColumn.text("Kind", Row::group),
          RowColumn.text("Change", row -> row.change().word()),
          RowColumn.text("Differs in", DifferenceWords::details),
          RowColumn.size("Size", DifferenceRows::largest),
          RowColumn.size("Delta", DifferenceRows::grown),
          RowColumn.text("Arch", DifferenceRows::targets),
          RowColumn.count("Index", DifferenceRows::wrapperIndex));

  private static final Pattern TARGET =
      Pattern.compile("gfx[0-9a-f]+(?:-[a-z0-9-]+)?(?::\\w+[+-])*");
  private static final Pattern INDEX = Pattern.compile("#([0-9]{1,18})");

  private final CompareModel model;
  private final TableComparison comparison;
  private final RowTexts<TableComparison> contents;
  private final List<RowColumn<Row>> columns = new ArrayList<>();
  private final boolean trees;
  private final List<String> names;

  DifferenceRows(CompareModel model, List<String> names, Background background) {
    this.model = model;
    this.comparison = model.comparison();
    this.contents = new RowTexts<>(background, this::contents);
    ComparisonKind kind = comparison.kind();
    this.trees = kind == ComparisonKind.TREES || kind == ComparisonKind.ARTIFACTS;
    int sides = comparison.sides().size();
    List<String> heads = heads(names);
    this.names =
        heads.size() == sides
            ? heads
            : IntStream.rangeClosed(1, sides).mapToObj(Row::side).toList();
    columns.add(
        RowColumn.<Row>face("Change", this::word, this::change)
            .ranked(row -> comparison.change(row).ordinal())
            .wishing(CHANGE_EMS)
            .named("compare-change"));
    columns.add(
        RowColumn.<Row>tree(DifferenceWords.head(kind), DifferenceWords::name, this::brief)
            .roomFor(row -> brief(row).text())
            .fitted(MOST_NAME)
            .keeping(KEPT_BY_NAMES)
            .named("compare-name"));
    columns.add(
        RowColumn.<Row>later("Differs in", DifferenceWords::details, this::differsIn)
            .fitted(MOST_WORDS)
            .wishing(WORDS_EMS)
            .stretching()
            .named("compare-details-column"));
    for (int side = 0; side < sides; side++) {
      int at = side;
      columns.add(
          RowColumn.<Row>text(
                  side < heads.size() ? heads.get(side) : "Side " + (side + 1),
                  row -> isRun(row) ? "" : DifferenceWords.matrixCell(row, at))
              .counted(row -> row.cells().get(at).sizeBytes())
              .named("compare-side-" + side)
              .fitted(MOST_SIDE));
    }
    columns.add(
        RowColumn.<Row>figure(
                sides > 2 ? "Growth to " + this.names.getLast() : "Growth",
                row -> DifferenceWords.growth(row.delta(sides - 1)))
            .ranked(comparison::deltaBytes)
            .named("compare-delta"));
    if (comparison.groups().size() > 1) {
      columns.add(RowColumn.<Row>muted("Kind", Row::group).named("compare-kind-column"));
    }
  }

  /** The sides' names without the folders and the name at their end that all have. */
  static List<String> heads(List<String> names) {
    List<String> heads = names;
    while (true) {
      Set<String> ends = new HashSet<>();
      List<String> before = new ArrayList<>();
      for (String head : heads) {
        int slash = Math.max(head.lastIndexOf('/'), head.lastIndexOf('\\'));
        ends.add(head.substring(slash + 1));
        before.add(head.substring(0, Math.max(0, slash)));
      }
      if (ends.size() > 1 || before.contains("") || new HashSet<>(before).size() < names.size()) {
        return heads;
      }
      heads = before;
    }
  }

  /** Whether a row represents a run of equal ones. */
  static boolean isRun(Row row) {
    return row.index() < 0;
  }

  @Override
  public TableWords words() {
    return TableWords.of(
            "compare-rows", "What differs", "There is nothing to compare: no side has any rows.")
        .prompt("name:gemm change:added size>1M delta>4K")
        .help("Fields: name, arch, index, kind, change, differsin, size, delta");
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
    return row.cells().stream().map(Cell::place).filter(Objects::nonNull).findFirst().orElse(null);
  }

  @Override
  public Folding<Row> folding() {
    return this;
  }

  @Override
  public String style(Row row) {
    return isRun(row)
        ? "compare-run"
        : row.change().isDifference() ? "tint-" + row.change().id() : "";
  }

  @Override
  public int index(Row row) {
    return row.index();
  }

  @Override
  public boolean hidden(int index) {
    return comparison.isSecondName(index);
  }

  @Override
  public int parent(int index) {
    return comparison.parent(index);
  }

  @Override
  public boolean quiet(int index) {
    return !comparison.change(index).isDifference();
  }

  @Override
  public boolean alike(int index, int other) {
    return comparison.change(index) == comparison.change(other)
        && (trees || comparison.group(index).equals(comparison.group(other)));
  }

  @Override
  public Row run(int first, int rows) {
    Change change = comparison.change(first);
    // How equal they are, the column of changes says.
    String words = change == Change.NOT_COMPARED ? "rows, not compared yet" : "equal rows";
    String key = CountText.grouped(rows) + " " + words;
    Cell none = new Cell(false, Change.SAME, -1, null, null);
    return new Row(
        -1 - first,
        trees ? "" : comparison.group(first),
        key,
        change,
        Collections.nCopies(comparison.sides().size(), none),
        List.of(),
        "",
        false);
  }

  private boolean differsBelow(Row row) {
    return !row.change().isDifference() && model.below().differing(row.index()) > 0;
  }

  private String word(Row row) {
    Change change = row.change();
    return differsBelow(row) ? "≠  inside" : change.sign() + "  " + change.word();
  }

  private Face change(Row row) {
    boolean below = differsBelow(row);
    Change look = below ? Change.CHANGED : row.change();
    String words = below ? model.below().words(row.index()) : row.change().words();
    return Face.of(word(row), words).styled("bold-cell change-cell change-" + look.id());
  }

  /** A function's name without its result and scopes, a file's without its folder. */
  private Face brief(Row row) {
    String name = DifferenceWords.name(row);
    int arrow = name.indexOf(SharedCut.ARROW);
    if (row.change() == Change.RENAMED && arrow > 0) {
      String after = name.substring(arrow + SharedCut.ARROW.length());
      return Face.of(renamed(name.substring(0, arrow), after), name);
    }
    if (!name.equals(row.key())) {
      boolean function = row.key().startsWith("_Z");
      return Face.of(function ? FunctionName.brief(name) : name, name);
    }
    boolean inFolder = !isRun(row) && comparison.parent(row.index()) >= 0;
    return Face.of(inFolder ? name.substring(name.lastIndexOf('/') + 1) : name, name);
  }

  /** Both names, with the folder and the index that they share said once. */
  private static String renamed(String before, String after) {
    int folder = after.lastIndexOf('/', Math.max(0, after.indexOf('#'))) + 1;
    if (after.indexOf('#') < 0) {
      folder = after.lastIndexOf('/') + 1;
    }
    int index = before.indexOf('#');
    boolean sameFolder = before.startsWith(after.substring(0, folder));
    boolean sameIndex = index > 0 && after.endsWith(before.substring(index));
    return (sameIndex ? before.substring(0, index) : before)
        + SharedCut.ARROW
        + (sameFolder ? after.substring(folder) : after);
  }

  /** Returns what a row differs in: values at once, contents as soon as they were read. */
  private ObservableValue<Face> differsIn(Row row) {
    String known = DifferenceWords.details(row);
    if (isRun(row) || row.change() != Change.CHANGED) {
      return new ReadOnlyObjectWrapper<>(Face.of(known, known)).getReadOnlyProperty();
    }
    return contents
        .of(comparison, row.index())
        .map(
            found -> {
              String words = DifferenceWords.details(row, found);
              return Face.of(words, words);
            });
  }

  private String contents(TableComparison from, int row) throws IOException {
    try {
      return from.contentWords(row, names, model::stopped);
    } catch (FormatException damaged) {
      return model.stopped() ? "" : String.valueOf(damaged.getMessage());
    }
  }

  /** All names of a row that a filter may contain. */
  private static String names(Row row) {
    String name = DifferenceWords.name(row);
    return name.equals(row.key()) ? name : name + " " + row.key();
  }

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

  /** The wrapper's index in a row's key; -1 if there is none. */
  private static long wrapperIndex(Row row) {
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
