package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowTexts;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** Specification of the archive table: a tree or a list of the same rows. UI thread only. */
final class ArchiveSpec implements RowsSpec<Line> {
  /** Prefix of a target that differs from the target of the key. */
  static final String DIFFERS = "⚠ ";

  /** Text of many rows, before their own texts are known. */
  private static final String NOT_STATED = "not stated";

  private final Tree<Line> tree;
  private final RowTexts<ArchiveRows> summaries;
  private final RowTexts<ArchiveRows> stated;
  private final LineWords words;
  private @Nullable Sample sample;

  ArchiveSpec(
      Tree<Line> tree,
      Supplier<Arrangement> shown,
      RowTexts<ArchiveRows> summaries,
      RowTexts<ArchiveRows> stated) {
    this.tree = tree;
    this.summaries = summaries;
    this.stated = stated;
    this.words = new LineWords(shown);
  }

  @Override
  public TableWords words() {
    return TableWords.of(
        "archive-table",
        "Code objects of the archive",
        "The archive's table of contents has no rows.");
  }

  @Override
  public Tree<Line> tree() {
    return tree;
  }

  @Override
  public @Nullable Place place(Line line) {
    return line instanceof Line.Row(int row, _) ? words.rows().place(row) : null;
  }

  @Override
  public boolean troubled(Line line) {
    return !words.problem(line).isEmpty();
  }

  @Override
  public List<RowColumn<Line>> columns() {
    ArchiveRows rows = words.rows();
    Grouping grouping = words.grouping();
    List<RowColumn<Line>> columns = new ArrayList<>();
    columns.add(RowColumn.tree(nameTitle(rows, grouping), this::widest, this::name).named("name"));
    if (!grouping.isTree()) {
      columns.add(RowColumn.figure("Index", words::indexColumn).named("index"));
      columns.add(RowColumn.text("Target", words::target).named("target"));
    }
    columns.add(
        RowColumn.<Line>later("States", this::stated)
            .named("stated")
            .roomFor(row -> NOT_STATED)
            .wishing(10));
    if (rows.problemCount() > 0) {
      columns.add(
          RowColumn.face("State", words::problem, this::problem).named("state").wishing(10));
    }
    columns.add(RowColumn.size("Stored", words::storedBytes).named("stored").wishing(6.5));
    columns.add(RowColumn.size("Original", words::originalBytes).named("original").wishing(6.5));
    columns.add(RowColumn.figure("Ratio", words::ratio).named("ratio").wishing(5.5));
    columns.add(RowColumn.text("Type", words::type).named("type").wishing(4.5));
    columns.add(RowColumn.figure("Ordinal", words::ordinal).named("ordinal").wishing(6));
    columns.add(RowColumn.later("Metadata", this::metadata).named("metadata").wishing(30));
    return columns;
  }

  private static String nameTitle(ArchiveRows rows, Grouping grouping) {
    return switch (grouping) {
      case FLAT -> "Binary";
      case BY_BINARY -> rows.free() ? "Folder ▸ name ▸ target" : "Binary ▸ index ▸ target";
      case BY_TARGET -> rows.free() ? "Target ▸ folder ▸ name" : "Target ▸ binary ▸ index";
    };
  }

  private Face name(Line line) {
    String target = words.markedTarget(line);
    return Face.of(words.name(line), words.full(line))
        .tinted(target == null ? null : new Tint(OwnerKind.DEVICE_CODE, target, false))
        .detailed(words.detail(line));
  }

  private String widest(Line line) {
    if (!(line instanceof Line.Row(int row, _))) {
      return words.name(line);
    }
    String name = words.rows().binaryName(row);
    String target = words.rows().targetText(row);
    return name.length() > target.length() ? name : target;
  }

  private Face problem(Line line) {
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
        ? texts.of(words.rows(), row)
        : new ReadOnlyObjectWrapper<>("");
  }

  /** All rows of the archive, whichever of them are shown. */
  @Override
  public RowSource<Line> sample(RowSource<Line> shown) {
    Sample now = sample;
    if (now == null || !now.rows.equals(words.rows()) || now.grouping != words.grouping()) {
      now = new Sample(words.rows(), words.grouping());
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
