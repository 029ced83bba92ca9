package org.kpackworkbench.views.analysis.compare;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.RealignedComparison;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.views.spi.ViewContext;

/** One comparison of a trail, with what is shown of it. UI thread only. */
final class CompareLevel {
  private static final System.Logger LOG = System.getLogger(CompareLevel.class.getName());

  private final String title;
  private final Comparison base;
  private final List<Pair> pairs;
  private final Comparison comparison;
  private final ViewContext context;
  private final @Nullable CompareModel model;
  private final @Nullable ContentsRun contents;

  /**
   * @param title what is compared
   * @param base the comparison as the files say
   * @param pairs rows of it that were set beside one another by hand, in that order
   * @param wish which rows are shown
   */
  CompareLevel(
      String title, Comparison base, List<Pair> pairs, CompareWish wish, ViewContext context) {
    this.title = title;
    this.base = base;
    this.pairs = List.copyOf(pairs);
    this.context = context;
    comparison =
        base instanceof TableComparison table && !pairs.isEmpty()
            ? RealignedComparison.of(table, pairs, PlaceSides::open)
            : base;
    if (comparison instanceof TableComparison table) {
      CompareModel made = new CompareModel(table, context.background());
      made.wish(wish);
      model = made;
      contents = new ContentsRun(comparison, context, "Compare contents of " + title, made::known);
    } else {
      model = null;
      contents = null;
    }
  }

  String title() {
    return title;
  }

  Comparison comparison() {
    return comparison;
  }

  /** The rows; null where bytes are compared. */
  @Nullable CompareModel model() {
    return model;
  }

  /** What compares contents behind the table; null where bytes are compared. */
  @Nullable ContentsRun contents() {
    return contents;
  }

  /** Rows that were set beside one another by hand, the last one last. */
  List<Pair> pairs() {
    return pairs;
  }

  /** Shows what is known, and finds out more behind it. */
  void begin() {
    if (model != null && contents != null) {
      model.begin();
      contents.start();
    }
  }

  /** The same the other way round; this one is of no more use. */
  CompareLevel swapped() {
    leave();
    return new CompareLevel(
        title,
        base.swapped(),
        pairs.stream().map(pair -> new Pair(pair.other(), pair.first())).toList(),
        wish(),
        context);
  }

  /** The same with two rows beside one another, by their numbers here. */
  CompareLevel aligned(Pair pair) {
    leave();
    List<Pair> more = new ArrayList<>(pairs);
    more.add(new Pair(baseRow(pair.first()), baseRow(pair.other())));
    return new CompareLevel(title, base, more, wish(), context);
  }

  /** The same without what was last set beside one another. */
  CompareLevel lastPairUndone() {
    leave();
    return new CompareLevel(
        title, base, pairs.subList(0, Math.max(0, pairs.size() - 1)), wish(), context);
  }

  /** Whether two rows can be set beside one another, by their numbers here. */
  boolean canAlign(Pair pair) {
    return comparison instanceof TableComparison table && RealignedComparison.canPair(table, pair);
  }

  private CompareWish wish() {
    return model == null ? CompareWish.ALL : model.wishProperty().get();
  }

  private int baseRow(int row) {
    return comparison instanceof RealignedComparison aligned ? aligned.originalRow(row) : row;
  }

  /** Stops what runs; the comparison stays open for another level. */
  private void leave() {
    if (model != null && contents != null) {
      model.stop();
      contents.close(() -> {});
    }
  }

  /** Stops what runs, and closes the comparison. */
  void close() {
    if (model != null && contents != null) {
      model.stop();
      contents.close(this::closeComparison);
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
}
