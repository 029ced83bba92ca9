package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.OrderedComparison;
import org.kpackworkbench.model.analysis.diff.RealignedComparison;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.ViewContext;

/** One comparison of a trail, with what is shown of it. UI thread only. */
final class CompareLevel {
  private static final System.Logger LOG = System.getLogger(CompareLevel.class.getName());

  private final String title;
  private final Comparison base;
  private final List<Pair> pairs;
  private final List<String> names;
  private final Comparison comparison;
  private final ViewContext context;
  private final @Nullable CompareModel model;

  /**
   * @param title what is compared
   * @param base the comparison as the files say
   * @param pairs rows of it that were aligned by hand, in that order
   * @param names the sides' names
   * @param shownRows which rows are shown
   */
  CompareLevel(
      String title,
      Comparison base,
      List<Pair> pairs,
      List<String> names,
      RowSelection shownRows,
      ViewContext context) {
    this.title = title;
    this.names = names;
    this.base = OrderedComparison.withoutOrder(base);
    this.pairs = List.copyOf(pairs);
    this.context = context;
    Comparison aligned =
        this.base instanceof TableComparison table && !pairs.isEmpty()
            ? RealignedComparison.of(
                table,
                pairs,
                (first, other, progress) ->
                    PlaceSides.open(first, other, context.formats(), progress))
            : this.base;
    comparison = shownRows.inOrder() ? OrderedComparison.of(aligned) : aligned;
    model =
        comparison instanceof TableComparison table
            ? new CompareModel(table, title, names, shownRows, context)
            : null;
  }

  String title() {
    return title;
  }

  /** Returns the names of the sides. */
  List<String> names() {
    return names;
  }

  Comparison comparison() {
    return comparison;
  }

  /** The rows; null where bytes are compared. */
  @Nullable CompareModel model() {
    return model;
  }

  /** Rows that were aligned by hand, the last one last. */
  List<Pair> pairs() {
    return pairs;
  }

  /** Shows what is known, and finds out more behind it. */
  void begin() {
    if (model != null) {
      model.begin();
    }
  }

  /** Returns the level the other way round, under other names; this one is of no more use. */
  CompareLevel swapped(List<String> otherNames) {
    leave();
    return new CompareLevel(
        title,
        base.swapped(),
        pairs.stream().map(pair -> new Pair(pair.other(), pair.first())).toList(),
        otherNames,
        shownRows(),
        context);
  }

  /** Returns the level with two rows beside one another, by their numbers here. */
  CompareLevel aligned(Pair pair) {
    leave();
    List<Pair> more = new ArrayList<>(pairs);
    more.add(pair);
    return new CompareLevel(title, base, more, names, shownRows(), context);
  }

  /** Returns the level with or without order as a difference. */
  CompareLevel ordered(boolean inOrder) {
    leave();
    return new CompareLevel(title, base, pairs, names, shownRows().inOrder(inOrder), context);
  }

  /** Returns the level without what was last set beside one another. */
  CompareLevel lastPairUndone() {
    leave();
    return new CompareLevel(
        title, base, pairs.subList(0, Math.max(0, pairs.size() - 1)), names, shownRows(), context);
  }

  /** Whether two rows can be set beside one another, by their numbers here. */
  boolean canAlign(Pair pair) {
    return comparison instanceof TableComparison table && RealignedComparison.canPair(table, pair);
  }

  private RowSelection shownRows() {
    return model == null ? RowSelection.ALL : model.wanted();
  }

  /** Stops what runs; the comparison stays open for another level. */
  private void leave() {
    if (model != null) {
      model.stop(() -> {});
    }
  }

  /** Stops what runs, and closes the comparison. */
  void close() {
    if (model != null) {
      model.stop(this::closeComparison);
    } else {
      closeComparison();
    }
  }

  private void closeComparison() {
    context
        .background()
        .run(
            () -> {
              comparison.close();
              return title;
            },
            closed -> LOG.log(Level.DEBUG, "closed {0}", closed),
            failure -> LOG.log(Level.WARNING, "could not close " + title, failure));
  }

  /**
   * Files with changes that are not saved, which are compared as they are in the window.
   *
   * @param scratch where they are written; it goes away with the comparison
   * @param files each with what writes it
   */
  record EditedFiles(ScratchFolder scratch, Map<Path, EditingView.Draft> files) {

    /** Where a file is written. */
    static Path target(ScratchFolder scratch, Path file, int number) {
      return scratch.folder().resolve(number + "-" + file.getFileName());
    }

    /** Writes them; says where each is. */
    private Map<Path, Path> write(Progress progress) throws IOException {
      Map<Path, Path> written = new HashMap<>();
      for (Map.Entry<Path, EditingView.Draft> file : files.entrySet()) {
        Path target = target(scratch, file.getKey(), written.size());
        file.getValue().write(progress);
        written.put(file.getKey(), target);
      }
      return written;
    }

    /** Marks the files as written elsewhere, so that they still have to be saved. UI thread. */
    void end() {
      files.values().forEach(EditingView.Draft::notWritten);
    }
  }

  /** Opens comparisons of anything that has a place. In the background. */
  static final class PlaceSides {
    private PlaceSides() {}

    /**
     * Opens what was requested.
     *
     * @param edited files that are being edited, which are compared as they would be saved
     */
    static Comparison open(
        CompareCall call, @Nullable EditedFiles edited, Formats formats, Progress progress)
        throws IOException {
      Optional<List<Path>> paths = call.paths();
      UnpackBudget budget = paths.isPresent() ? UnpackBudget.operation() : UnpackBudget.one();
      Resources resources = new Resources(budget, formats);
      try {
        if (edited != null) {
          resources.add(edited.scratch());
        }
        if (paths.isEmpty()) {
          return Compare.open(sides(call, resources, formats, progress), resources, progress);
        }
        Map<Path, Path> drafts = edited == null ? Map.of() : edited.write(progress);
        return Compare.open(paths.get(), drafts, resources, progress);
      } catch (IOException | RuntimeException failure) {
        resources.close();
        throw failure;
      }
    }

    /**
     * Opens the comparison of what two rows represent.
     *
     * @throws FormatException if one has no bytes of its own
     */
    static Comparison open(Cell first, Cell other, Formats formats, Progress progress)
        throws IOException {
      CompareCall call = new CompareCall(List.of(place(first), place(other)));
      return open(call, null, formats, progress);
    }

    private static Place place(Cell cell) throws FormatException {
      Place place = cell.place();
      if (place == null) {
        throw FormatException.in("comparison", "row", "", Reason.UNSUPPORTED)
            .mismatch("something with bytes of its own", "a row of neither");
      }
      return place;
    }

    private static List<Side> sides(
        CompareCall call, Resources resources, Formats formats, Progress progress)
        throws IOException {
      List<Side> sides = new ArrayList<>();
      for (Place place : call.sides()) {
        Document document = resources.add(formats.open(place.file(), progress));
        String label = place.label() + " in " + place.file();
        sides.add(new Side(label, place, bytes(document, place, progress)));
      }
      return sides;
    }

    private static ByteView bytes(Document document, Place place, Progress progress)
        throws IOException {
      if (place instanceof Place.CodeObject code && code.unpacked()) {
        return unpacked(document, code, progress);
      }
      ByteView all =
          place.container() instanceof Place.CodeObject container
              ? unpacked(document, container, progress)
              : document.bytes();
      @Nullable ByteRange range = place.range();
      if (range != null) {
        return all.slice(range.start(), range.length());
      }
      if (place instanceof Place.File) {
        return all;
      }
      throw FormatException.in(place.file().toString(), place.label(), "", Reason.UNSUPPORTED)
          .mismatch("something with bytes of its own", "something without");
    }

    private static ByteView unpacked(Document document, Place.CodeObject place, Progress progress)
        throws IOException {
      CodeObjects objects = document.codeObjects();
      int row = objects.rowOf(place).orElse(-1);
      if (row < 0) {
        throw FormatException.in(place.file().toString(), "code object", "", Reason.NOT_FOUND)
            .mismatch("a code object of this file", place.label());
      }
      return objects.load(row, progress);
    }
  }
}
