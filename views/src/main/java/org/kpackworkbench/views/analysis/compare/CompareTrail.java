package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.CompareLevel.EditedFiles;
import org.kpackworkbench.views.analysis.compare.CompareLevel.PlaceSides;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A comparison and the way down from it: each level was opened from a row of the one above. Knows
 * no screen; UI thread only.
 */
final class CompareTrail {
  /** How far it is. */
  enum State {
    OPENING,
    OPEN,
    FAILED,
    CLOSED
  }

  /**
   * Something that could not be done with a row.
   *
   * @param text what, in a sentence
   * @param failure why; null if the sentence says it
   */
  record Notice(String text, @Nullable Throwable failure) {}

  /** Step to a level from the one above, also when the files were read again. */
  private record Step(String group, String key) {}

  private final CompareCall call;
  private final ViewContext context;
  private final ObservableList<CompareLevel> levels = FXCollections.observableArrayList();
  private final List<Step> steps = new ArrayList<>();

  /** The steps that are still to be gone. */
  private List<Step> ahead = List.of();

  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.OPENING);
  private final ReadOnlyObjectWrapper<@Nullable Notice> notice = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<String> busy = new ReadOnlyObjectWrapper<>("");
  private @Nullable Throwable failure;
  private Set<Path> unsaved = Set.of();
  private AtomicBoolean superseded = new AtomicBoolean();

  CompareTrail(CompareCall call, ViewContext context) {
    this.call = call;
    this.context = context;
  }

  CompareCall call() {
    return call;
  }

  /**
   * Returns words about a side that has changes in the window that are not saved; empty if it has
   * none.
   */
  String unsavedWords(int side) {
    Place place = call.sides().get(side);
    return !unsaved.contains(place.file())
        ? ""
        : call.paths().isPresent() ? "with unsaved changes" : "without its unsaved changes";
  }

  /** The levels, from the files down to where the user is; empty before they are open. */
  ObservableList<CompareLevel> levels() {
    return levels;
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Why it could not be opened; null if it could. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns what could not be done last; null if all could. */
  ReadOnlyObjectProperty<@Nullable Notice> noticeProperty() {
    return notice.getReadOnlyProperty();
  }

  /** Returns what is being opened; empty if nothing is. */
  ReadOnlyObjectProperty<String> busyProperty() {
    return busy.getReadOnlyProperty();
  }

  /** Where the user is; null before anything is open. */
  @Nullable CompareLevel current() {
    return levels.isEmpty() ? null : levels.getLast();
  }

  void dismissNotice() {
    notice.set(null);
  }

  /**
   * Opens the comparison, and goes down as far as there are such rows.
   *
   * @param way as {@link #way} said it; of another program, anything
   */
  void open(List<String> way) {
    List<Step> down = new ArrayList<>();
    for (int i = 0; i + 1 < way.size(); i += 2) {
      down.add(new Step(way.get(i), way.get(i + 1)));
    }
    open(null, down);
  }

  /**
   * The rows that lead to where the user is, or to where the trail still goes: group and key of
   * each.
   */
  List<String> way() {
    return Stream.concat(steps.stream(), ahead.stream())
        .flatMap(step -> Stream.of(step.group(), step.key()))
        .toList();
  }

  /** Reads everything again, and goes down again as far as the same rows are there. */
  void reload() {
    CompareModel top = levels.isEmpty() ? null : levels.getFirst().model();
    RowSelection shownRows = top == null ? null : top.wanted();
    List<Step> way = List.copyOf(steps);
    closeLevels();
    open(shownRows, way);
  }

  private void open(@Nullable RowSelection shownRows, List<Step> way) {
    Progress progress = restart();
    ahead = way;
    state.set(State.OPENING);
    Opening opening = new Opening(shownRows, way, progress);
    List<Path> edited =
        call.sides().stream()
            .map(Place::file)
            .distinct()
            .filter(file -> context.unsaved().of(file).isPresent())
            .toList();
    unsaved = Set.copyOf(edited);
    if (edited.isEmpty() || call.paths().isEmpty()) {
      opening.begin(null);
      return;
    }
    context
        .background()
        .run(
            () -> ScratchFolder.in(Path.of(System.getProperty("java.io.tmpdir", ".")), "compare"),
            scratch ->
                opening.collect(edited.iterator(), new EditedFiles(scratch, new LinkedHashMap<>())),
            opening::failed);
  }

  /** The first level on its way: first unsaved edits are handled, then all is opened. */
  private final class Opening {
    private final @Nullable RowSelection shownRows;
    private final List<Step> way;
    private final Progress progress;

    Opening(@Nullable RowSelection shownRows, List<Step> way, Progress progress) {
      this.shownRows = shownRows;
      this.way = way;
      this.progress = progress;
    }

    void collect(Iterator<Path> left, EditedFiles edited) {
      EditingView editor = null;
      Path file = null;
      while (editor == null && left.hasNext()) {
        file = left.next();
        editor = context.unsaved().of(file).orElse(null);
      }
      if (editor == null || file == null) {
        begin(edited);
        return;
      }
      Path asked = file;
      editor.draftAs(
          EditedFiles.target(edited.scratch(), asked, edited.files().size()),
          draft -> {
            edited.files().put(asked, draft);
            collect(left, edited);
          });
    }

    void begin(@Nullable EditedFiles edited) {
      context
          .background()
          .run(
              () -> PlaceSides.open(call, edited, context.formats(), progress),
              opened -> {
                end(edited);
                if (progress.cancelled()) {
                  close(opened);
                  return;
                }
                push(call.title(), opened, shownRows);
                state.set(State.OPEN);
                descend(way, progress);
              },
              why -> {
                end(edited);
                failed(why);
              });
    }

    private void end(@Nullable EditedFiles edited) {
      if (edited != null) {
        edited.end();
      }
    }

    private void failed(Throwable why) {
      if (!progress.cancelled()) {
        failure = why;
        state.set(State.FAILED);
      }
    }
  }

  /** Opens what lies below a row of the level where the user is. */
  void openRow(int index) {
    CompareLevel level = current();
    if (level != null && level.comparison() instanceof TableComparison table) {
      openRow(table, index, List.of());
    }
  }

  private void openRow(TableComparison table, int index, List<Step> further) {
    CompareLevel level = current();
    List<String> names = level == null ? call.names() : level.names();
    openBelow(
        progress -> {
          Row row = table.row(index);
          return new Below(
              new Step(row.group(), row.key()),
              row.opens() ? table.open(index, progress) : null,
              nothingBelow(row, names));
        },
        further,
        "The level below this row cannot be compared.");
  }

  /**
   * Opens what belongs to the level where the user is, though no row of it opens it.
   *
   * @param title what the level is called
   * @param nothing what is said where there is nothing to compare
   */
  void openBeside(String title, Draft.Opening opening, String nothing) {
    // No row leads there again.
    Step step = new Step("", title);
    openBelow(
        progress -> new Below(step, opening.open(progress), new Notice(nothing, null)),
        List.of(),
        "The archives cannot be compared.");
  }

  private record Below(Step step, @Nullable Comparison comparison, Notice nothing) {}

  private void openBelow(Maker<Progress, Below> opener, List<Step> further, String failed) {
    Progress progress = restart();
    notice.set(null);
    busy.set("Opening…");
    context
        .background()
        .run(
            () -> opener.make(progress),
            opened -> {
              Comparison below = opened.comparison();
              if (progress.cancelled()) {
                close(below);
                return;
              }
              busy.set("");
              if (below == null) {
                notice.set(opened.nothing());
                return;
              }
              push(opened.step().key(), below, null);
              steps.add(opened.step());
              descend(further, progress);
            },
            why -> {
              if (!progress.cancelled()) {
                busy.set("");
                notice.set(new Notice(failed, why));
              }
            });
  }

  private static Notice nothingBelow(Row row, List<String> names) {
    List<Integer> having = new ArrayList<>();
    for (int side = 0; side < row.cells().size(); side++) {
      if (row.cells().get(side).present()) {
        having.add(side);
      }
    }
    String text =
        having.size() == 1 && having.getFirst() < names.size()
            ? "Only %s has “%s”: there is nothing to compare it with."
                .formatted(names.get(having.getFirst()), row.key())
            : "“%s” has nothing to compare except its row.".formatted(row.key());
    return new Notice(text, null);
  }

  /** Goes down a way that was gone before, as far as there are such rows. */
  private void descend(List<Step> way, Progress progress) {
    ahead = way;
    CompareLevel level = current();
    if (way.isEmpty() || level == null || !(level.comparison() instanceof TableComparison table)) {
      return;
    }
    Step step = way.getFirst();
    context
        .background()
        .run(
            () -> find(table, step, progress),
            index -> {
              if (progress.cancelled() || !Objects.equals(level, current())) {
                return;
              }
              if (index < 0) {
                ahead = List.of();
              } else {
                openRow(table, index, way.subList(1, way.size()));
              }
            },
            why -> notice.set(new Notice("“%s” was not found again.".formatted(step.key()), why)));
  }

  private static int find(TableComparison table, Step step, Progress progress) throws IOException {
    for (int row = 0; row < table.rowCount(); row++) {
      if (progress.cancelled()) {
        throw new CancellationException("superseded");
      }
      if (table.group(row).equals(step.group()) && table.row(row).key().equals(step.key())) {
        return row;
      }
    }
    return -1;
  }

  /** Whether there is a level above. */
  boolean canGoUp() {
    return levels.size() > 1;
  }

  /** Goes to the level above. */
  void up() {
    if (canGoUp()) {
      upTo(levels.size() - 2);
    }
  }

  /** Goes up to a level, by its number from 0. */
  void upTo(int level) {
    restart();
    busy.set("");
    notice.set(null);
    while (levels.size() > level + 1) {
      steps.removeLast();
      levels.removeLast().close();
    }
  }

  /** Whether the sides can be swapped: the others are compared with the first only. */
  boolean canSwap() {
    CompareLevel level = current();
    return level != null && level.comparison().sides().size() == 2;
  }

  /** The other way round, on every level; the same trail under another call. */
  CompareTrail swapped() {
    CompareTrail other = new CompareTrail(call.reversed(), context);
    restart();
    other.steps.addAll(steps);
    other.unsaved = unsaved;
    List<CompareLevel> swapped =
        levels.stream().map(level -> level.swapped(level.names().reversed())).toList();
    levels.clear();
    steps.clear();
    state.set(State.CLOSED);
    other.levels.setAll(swapped);
    other.state.set(State.OPEN);
    swapped.forEach(CompareLevel::begin);
    return other;
  }

  /** Compares order, too, or not any more, on every level. */
  void order(boolean inOrder) {
    notice.set(null);
    List<CompareLevel> now = levels.stream().map(level -> level.ordered(inOrder)).toList();
    levels.setAll(now);
    now.forEach(CompareLevel::begin);
  }

  /** Sets two rows beside one another, by their numbers in the level where the user is. */
  void align(Pair pair) {
    CompareLevel level = current();
    if (level != null && level.canAlign(pair)) {
      replaceCurrent(level.aligned(pair));
    }
  }

  /** Takes the last alignment by hand back. */
  void undoAlignment() {
    CompareLevel level = current();
    if (level != null && !level.pairs().isEmpty()) {
      replaceCurrent(level.lastPairUndone());
    }
  }

  private void replaceCurrent(CompareLevel now) {
    notice.set(null);
    levels.set(levels.size() - 1, now);
    now.begin();
  }

  /** Stops what runs, and closes everything. */
  void dispose() {
    restart();
    state.set(State.CLOSED);
    closeLevels();
  }

  private void closeLevels() {
    List<CompareLevel> open = List.copyOf(levels).reversed();
    levels.clear();
    steps.clear();
    open.forEach(CompareLevel::close);
  }

  /** Where nothing else is said, rows are shown as in the last comparison of the kind. */
  private void push(String title, Comparison comparison, @Nullable RowSelection shownRows) {
    RowSelection shown =
        shownRows == null
            ? RowSelection.remembered(context.remembered(), comparison.kind())
            : shownRows;
    CompareLevel level =
        new CompareLevel(title, comparison, List.of(), names(comparison.sides()), shown, context);
    levels.add(level);
    level.begin();
  }

  /** The names of the files that a new level shows, or that what it shows is in. */
  private List<String> names(List<Side> sides) {
    CompareLevel above = current();
    if (above == null) {
      return call.names();
    }
    List<Path> files = files(sides);
    List<Path> known = files(above.comparison().sides());
    List<Integer> same = files.stream().map(known::indexOf).distinct().toList();
    if (files.equals(known)) {
      return above.names();
    }
    return same.size() == files.size() && !same.contains(-1)
        ? same.stream().map(above.names()::get).toList()
        : CompareCall.of(sides.stream().map(side -> Path.of(side.label())).toList()).names();
  }

  private static List<Path> files(List<Side> sides) {
    return sides.stream().map(side -> side.place().file()).toList();
  }

  /** The last level that shows files, and not what is in one; null before anything is open. */
  @Nullable CompareLevel files() {
    return levels.reversed().stream()
        .filter(
            level ->
                level.comparison().sides().stream()
                    .allMatch(side -> side.place() instanceof Place.File))
        .findFirst()
        .orElse(current());
  }

  private void close(@Nullable Comparison unwanted) {
    if (unwanted != null) {
      new CompareLevel(call.title(), unwanted, List.of(), call.names(), RowSelection.ALL, context)
          .close();
    }
  }

  /** Stops what is being opened, which is no longer needed. */
  private Progress restart() {
    superseded.set(true);
    ahead = List.of();
    AtomicBoolean next = new AtomicBoolean();
    superseded = next;
    return next::get;
  }
}
