package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowTexts;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** Specification of the archive table: a tree or a list of the same rows. UI thread only. */
final class ArchiveSpec implements RowsSpec<Line>, GroupedRows.Grouping<GroupId, Line> {
  /** Prefix of a target that differs from the target of the key. */
  static final String DIFFERS = "⚠ ";

  /** Text of many rows, before their own texts are known. */
  private static final String NOT_STATED = "not stated";

  /** Archives up to this many rows are shown with all groups open. */
  private static final int OPEN_UP_TO_ROWS = 300;

  private final KpackArchive archive;
  private final GroupedRows<GroupId, Line> groups = new GroupedRows<>(this);
  private final RowTexts<ArchiveRows> summaries;
  private final RowTexts<ArchiveRows> stated;
  // Read in the background, too, where rows are found, grouped and measured.
  private volatile ArchiveRows rows;
  private volatile Grouping grouping = Grouping.BY_BINARY;
  private volatile Sums total = Sums.NONE;
  private volatile @Nullable NameOrder nameOrder;
  private @Nullable Sample sample;

  ArchiveSpec(ArchiveContent content, Background background) {
    archive = content.archive();
    rows = ArchiveRows.none(archive);
    summaries = new RowTexts<>(background, RowMetadataText::of);
    stated = new RowTexts<>(background, content::statedText);
  }

  /** Sets the rows that {@link #lines} has from now on. */
  void show(ArchiveRows now) {
    rows = now;
  }

  ArchiveRows rows() {
    return rows;
  }

  Grouping grouping() {
    return grouping;
  }

  /** Puts rows into other groups, which are open as at first. */
  void group(Grouping now) {
    grouping = now;
    groups.forget();
  }

  /** The sums of all rows that were found. */
  Sums total() {
    return total;
  }

  /** All rows, in the order of the table of contents. */
  RowSource<Line> lines() {
    return RowSource.of(
        IntStream.range(0, rows.count()).<Line>mapToObj(row -> new Line.Row(row, 0)).toList());
  }

  private LineWords line() {
    return new LineWords(rows, grouping);
  }

  @Override
  public List<Node<GroupId, Line>> of(List<Line> found) {
    Arrangement made = Arrangement.of(rows, found.stream().mapToInt(Line::row).toArray(), grouping);
    total = made.total();
    return made.tops();
  }

  @Override
  public Predicate<GroupId> openAtFirst(List<Node<GroupId, Line>> tops) {
    boolean open = rows.count() <= OPEN_UP_TO_ROWS;
    return group -> open;
  }

  @Override
  public TableWords words() {
    return TableWords.of(
            "archive-table",
            "Code objects of the archive",
            "The archive's table of contents has no rows.")
        .prompt("arch:gfx90a size>1M name:gemm")
        .help("Fields: " + String.join(", ", new TreeSet<>(RowQuery.FIELDS)));
  }

  @Override
  public GroupedRows<GroupId, Line> tree() {
    return groups;
  }

  @Override
  public Predicate<Line> filter(String query) {
    return RowQuery.of(query, rows);
  }

  @Override
  public @Nullable Place place(Line line) {
    return ArchivePlaces.of(rows, grouping, line);
  }

  @Override
  public @Nullable Place target(Line line) {
    return line instanceof Line.Row(int row, _) ? CodeObjectPlaces.inside(rows.place(row)) : null;
  }

  @Override
  public boolean shows(Place place) {
    return ArchivePlaces.isIn(archive, place);
  }

  /** The number of a line: where a group has none in this order, its first row represents it. */
  @Override
  public int indexOf(RowSource<Line> lines, Place place) {
    ArchiveRows now = rows;
    return switch (ArchivePlaces.find(now, place)) {
      case ArchivePlaces.Found.Row(int row) -> GroupedRows.id(row);
      case ArchivePlaces.Found.Group(int row, boolean withIndex) ->
          group(
              withIndex && !now.free()
                  ? new GroupId(GroupId.Kind.INDEX, now.index(row), now.binary(row))
                  : new GroupId(GroupId.Kind.BINARY, now.binary(row), GroupId.ALL),
              row);
      case ArchivePlaces.Found.Folder(int row, String path) -> group(now.folder(row, path), row);
      case ArchivePlaces.Found.Nothing nothing -> -1;
    };
  }

  private int group(@Nullable GroupId group, int row) {
    return group == null || grouping != Grouping.BY_BINARY
        ? GroupedRows.id(row)
        : groups.idOf(group);
  }

  @Override
  public boolean troubled(Line line) {
    return !line().problem(line).isEmpty();
  }

  @Override
  public List<RowColumn<Line>> columns() {
    LineWords words = line();
    ArchiveRows rows = words.rows();
    Grouping grouping = words.grouping();
    List<RowColumn<Line>> columns = new ArrayList<>();
    columns.add(
        RowColumn.<Line>tree(
                nameTitle(rows, grouping), line -> widest(words, line), line -> name(words, line))
            .counted(line -> nameOrder(rows, grouping).ranks()[line.row()])
            .named("name"));
    if (!grouping.isTree()) {
      columns.add(
          RowColumn.<Line>figure("Index", words::indexColumn)
              .counted(line -> rows.index(line.row()))
              .named("index"));
      columns.add(
          RowColumn.<Line>text("Target", words::target)
              .counted(line -> rows.targetRank(line.row()))
              .named("target"));
    }
    columns.add(
        RowColumn.<Line>later("States", this::stated)
            .named("stated")
            .roomFor(row -> NOT_STATED)
            .wishing(10));
    if (rows.problemCount() > 0) {
      columns.add(
          RowColumn.<Line>face("State", words::problem, line -> problem(words, line))
              .counted(line -> line.problems(rows))
              .named("state")
              .wishing(10));
    }
    columns.add(RowColumn.size("Stored", words::storedBytes).named("stored").wishing(6.5));
    columns.add(RowColumn.size("Original", words::originalBytes).named("original").wishing(6.5));
    columns.add(
        RowColumn.<Line>figure("Ratio", words::ratio)
            .counted(line -> millionths(line.ratio(rows)))
            .named("ratio")
            .wishing(5.5));
    columns.add(RowColumn.text("Type", words::type).named("type").wishing(4.5));
    columns.add(
        RowColumn.<Line>figure("Ordinal", words::ordinal)
            .counted(line -> line.key() == null ? rows.ordinal(line.row()) : -1)
            .named("ordinal")
            .wishing(6));
    columns.add(RowColumn.later("Metadata", this::metadata).named("metadata").wishing(30));
    return columns;
  }

  private static long millionths(double ratio) {
    return Double.isNaN(ratio) ? -1 : (long) (ratio * 1_000_000);
  }

  /** The places of all rows in the order of names. */
  private record NameOrder(ArchiveRows rows, Grouping grouping, int[] ranks) {}

  private NameOrder nameOrder(ArchiveRows of, Grouping in) {
    NameOrder known = nameOrder;
    if (known == null || !known.rows.equals(of) || known.grouping != in) {
      int[] sorted = in.isTree() ? Arrangement.forGroups(of, in, of.all()) : of.byKey();
      int[] ranks = new int[sorted.length];
      for (int at = 0; at < sorted.length; at++) {
        ranks[sorted[at]] = at;
      }
      known = new NameOrder(of, in, ranks);
      nameOrder = known;
    }
    return known;
  }

  private static String nameTitle(ArchiveRows rows, Grouping grouping) {
    return switch (grouping) {
      case FLAT -> "Binary";
      case BY_BINARY -> rows.free() ? "Folder ▸ name ▸ target" : "Binary ▸ index ▸ target";
      case BY_TARGET -> rows.free() ? "Target ▸ folder ▸ name" : "Target ▸ binary ▸ index";
    };
  }

  private static Face name(LineWords words, Line line) {
    String target = words.markedTarget(line);
    return Face.of(words.name(line), words.full(line))
        .tinted(target == null ? null : new Tint(OwnerKind.DEVICE_CODE, target, false))
        .detailed(words.detail(line));
  }

  private static String widest(LineWords words, Line line) {
    if (!(line instanceof Line.Row(int row, _))) {
      return words.name(line);
    }
    String name = words.rows().binaryName(row);
    String target = words.rows().targetText(row);
    return name.length() > target.length() ? name : target;
  }

  private static Face problem(LineWords words, Line line) {
    String problem = words.problem(line);
    return problem.isEmpty()
        ? Face.of("", "")
        : Face.of(problem, problem).with(KpackIcon.WARNING).styled("problem-cell");
  }

  private ObservableValue<Face> metadata(Line line) {
    return of(summaries, line).map(text -> Face.of(text, text).styled("muted-cell"));
  }

  /** The target that a code object states; highlighted where the key's target differs. */
  private ObservableValue<Face> stated(Line line) {
    return of(stated, line)
        .map(
            text ->
                text.startsWith(DIFFERS)
                    ? Face.of(
                            text,
                            "The code object states "
                                + text.substring(DIFFERS.length())
                                + ", not the target it is filed under.")
                        .styled("bold-cell stated-cell stated-differs")
                    : Face.of(text, "").styled("stated-cell"));
  }

  private ObservableValue<String> of(RowTexts<ArchiveRows> texts, Line line) {
    return line instanceof Line.Row(int row, _)
        ? texts.of(rows, row)
        : new ReadOnlyObjectWrapper<>("");
  }

  /** All rows of the archive, whichever of them are shown. */
  @Override
  public RowSource<Line> sample(RowSource<Line> shown) {
    Sample now = sample;
    if (now == null || !now.rows.equals(rows) || now.grouping != grouping) {
      now = new Sample(rows, grouping);
      sample = now;
    }
    return now;
  }

  /** Every row, as deep as it is. */
  private record Sample(ArchiveRows rows, Grouping grouping) implements RowSource<Line> {
    @Override
    public int size() {
      return rows.count();
    }

    @Override
    public Line row(int index) {
      return new Line.Row(index, grouping.levels(rows, index));
    }
  }
}
