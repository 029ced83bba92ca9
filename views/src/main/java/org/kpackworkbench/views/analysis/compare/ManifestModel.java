package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskState;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Extent;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.spi.Remembered;

/**
 * Manifests as they are shown beside one another: in which order, and what can be done with a row.
 * Knows no screen; UI thread only.
 */
final class ManifestModel {
  private static final String ORDER = "compare.manifests.order";
  private static final String FILTER = "compare.filter.";

  private static final String ANY = "*";

  private final ManifestComparison comparison;
  private final ManifestSpec spec;
  private final RowsModel<Row> rows;
  private final Background.Latest reading;
  private final ReadOnlyObjectWrapper<@Nullable Shown> shown = new ReadOnlyObjectWrapper<>();
  private final Remembered remembered;
  private Order order;
  private boolean onlyDifferences;

  ManifestModel(ManifestComparison comparison, Remembered remembered, Background background) {
    this.comparison = comparison;
    this.remembered = remembered;
    order = isPair() ? Order.GIVEN : rememberedOrder(remembered);
    reading = background.latest();
    spec = isPair() ? new ManifestPairSpec() : new ManifestGridSpec();
    rows = new RowsModel<>(spec, background);
    rows.filter(remembered.text(FILTER + spec.words().id()).orElse(""));
  }

  /**
   * Content that is shown.
   *
   * @param matrix in the chosen order
   * @param summary what changed, in a sentence
   * @param disks what is on the disks, a sentence for each manifest
   */
  record Shown(ManifestMatrix matrix, String summary, List<String> disks) {
    static Shown of(ManifestMatrix matrix) {
      return new Shown(matrix, ManifestWords.summary(matrix), ManifestWords.disks(matrix));
    }
  }

  ManifestComparison comparison() {
    return comparison;
  }

  /** Whether there are two, side by side; more are a grid. */
  boolean isPair() {
    return comparison.sides().size() == 2;
  }

  /** Returns what is shown; null until it has been read. */
  ReadOnlyObjectProperty<@Nullable Shown> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** The rows as a table shows them. */
  RowsModel<Row> rows() {
    return rows;
  }

  private static Order rememberedOrder(Remembered remembered) {
    String id = remembered.text(ORDER).orElse("");
    return Arrays.stream(Order.values())
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElse(Order.GIVEN);
  }

  /** The order of the manifests: as given for two, else that of the last time. */
  Order order() {
    return order;
  }

  /** Leaves out rows that do not differ, or does not, from now on. */
  void only(boolean differences) {
    onlyDifferences = differences;
    Shown now = shown.get();
    if (now != null) {
      rows.only(wanted(now.matrix()));
    }
  }

  private @Nullable IntPredicate wanted(ManifestMatrix matrix) {
    return onlyDifferences
        ? at -> {
          Row row = matrix.rows().get(at);
          return isChanged(row) || isWrong(row) || isUnread(row);
        }
        : null;
  }

  private static boolean isChanged(Row row) {
    return IntStream.range(1, row.cells().size()).anyMatch(row::changedIn);
  }

  private static boolean isWrong(Row row) {
    return row.cells().stream().anyMatch(cell -> cell.disk().state().wrong());
  }

  private static boolean isUnread(Row row) {
    return row.cells().stream().anyMatch(Cell::unread);
  }

  /** How many rows changed, are not known, and are wrong on disk. */
  String words(ManifestMatrix matrix) {
    List<Row> all = matrix.rows();
    long unread = all.stream().filter(ManifestModel::isUnread).count();
    long wrong = all.stream().filter(ManifestModel::isWrong).count();
    String partly = isPair() ? "" : "partly ";
    return "%d of %s changed%s%s"
        .formatted(
            all.stream().filter(ManifestModel::isChanged).count(),
            CountText.of(all.size(), "row"),
            unread == 0 ? "" : ", %d %snot known".formatted(unread, partly),
            wrong == 0 ? "" : ", %d wrong on disk".formatted(wrong));
  }

  /** Remembers what the filter holds. */
  void query(String now) {
    remembered.text(FILTER + spec.words().id(), now);
  }

  /** Puts the manifests in another order, now and the next time. */
  void order(Order now) {
    order = now;
    remembered.text(ORDER, now.id());
    refresh();
  }

  /** More is known of the disks. */
  void refresh() {
    Order wanted = order;
    reading.run(() -> Shown.of(comparison.matrix().sorted(wanted)), this::show, rows::fail);
  }

  private void show(Shown now) {
    if (!now.equals(shown.get())) {
      spec.show(now.matrix());
      rows.show(RowSource.of(now.matrix().rows()), wanted(now.matrix()));
      shown.set(now);
    }
  }

  /** Called when it is not shown any more. */
  void stop() {
    reading.forget();
    rows.stop();
  }

  /** The manifest of a column, where it is a file of its own and so can be edited. */
  static Optional<Path> file(ManifestMatrix matrix, int column) {
    return matrix.columns().get(column).place() instanceof Place.File(Path path)
        ? Optional.of(path)
        : Optional.empty();
  }

  /** Whether one of two manifests can say of a row what the other one says. */
  static boolean canTake(ManifestMatrix matrix, @Nullable Row row, int into) {
    return row != null
        && file(matrix, into).isPresent()
        && row.named()
        && row.step(0, 1).change() != Change.SAME
        && row.cells().stream().allMatch(cell -> cell.problem() == null);
  }

  /** Whether a manifest's row can say what is on the disk. */
  static boolean canUpdate(ManifestMatrix matrix, @Nullable Row row, int column) {
    if (row == null || file(matrix, column).isEmpty()) {
      return false;
    }
    DiskState state = row.cells().get(column).disk().state();
    return state.wrong() && state != DiskState.UNREADABLE;
  }

  /** Returns what lets one of two manifests say of a row what the other one says. */
  static Maker<Progress, Optional<ManifestEdit>> take(ManifestMatrix matrix, Row row, int into) {
    Path file = file(matrix, into).orElseThrow();
    ManifestRow own = stated(row.cells().get(into));
    ManifestRow other = stated(row.cells().get(1 - into));
    return progress ->
        Optional.ofNullable(
            ManifestRowEdits.take(file, matrix.columns().get(into).dialect(), own, other));
  }

  /** Returns what lets a manifest's row say what is on the disk. */
  static Maker<Progress, Optional<ManifestEdit>> update(
      ManifestMatrix matrix, Row row, int column) {
    Path file = file(matrix, column).orElseThrow();
    Cell cell = row.cells().get(column);
    return progress ->
        Optional.ofNullable(
            cell.stated()
                ? ManifestRowEdits.fromDisk(
                    file, ManifestFile.open(file).manifest(), cell.targetText(), progress)
                : ManifestRowEdits.fromArchive(
                    file.resolveSibling(cell.file()),
                    matrix.columns().get(column).dialect(),
                    progress));
  }

  /**
   * Returns the edit that gives one of two manifests a property of the other one; null if none
   * does.
   */
  static @Nullable ManifestEdit takeHeader(Header header, int into) {
    String value = header.values().get(1 - into);
    return switch (header.name()) {
      case "component" -> value == null ? null : new ManifestEdit.SetComponent(value);
      case "prefix" -> new ManifestEdit.SetPrefix(value);
      default -> null;
    };
  }

  private static @Nullable ManifestRow stated(Cell cell) {
    return cell.stated()
        ? new ManifestRow(
            cell.targetText(), cell.file(), cell.sizeBytes(), cell.kernels(), cell.sha256())
        : null;
  }

  /** The first row that changed in a column; -1 if only the head of the manifest did. */
  static int firstChanged(ManifestMatrix matrix, int column) {
    for (int row = 0; row < matrix.rows().size(); row++) {
      if (matrix.rows().get(row).changedIn(column)) {
        return row;
      }
    }
    return -1;
  }

  /** A heading for each column: its name without what all of them begin and end with. */
  static List<String> headings(ManifestMatrix matrix) {
    List<String> names = matrix.columns().stream().map(Column::name).toList();
    int start = 0;
    int end = 0;
    String first = names.getFirst();
    int shortest = names.stream().mapToInt(String::length).min().orElse(0);
    while (start < shortest && alike(names, start, true)) {
      start++;
    }
    while (start + end < shortest && alike(names, end, false)) {
      end++;
    }
    // Words and numbers stay whole.
    while (start > 0 && Character.isLetterOrDigit(first.charAt(start - 1))) {
      start--;
    }
    while (end > 0 && Character.isLetterOrDigit(first.charAt(first.length() - end))) {
      end--;
    }
    List<String> headings = new ArrayList<>();
    for (String name : names) {
      headings.add(name.substring(start, Math.max(start, name.length() - end)));
    }
    return headings.stream().anyMatch(String::isEmpty) ? names : headings;
  }

  private static boolean alike(List<String> names, int at, boolean fromFront) {
    return names.stream()
            .map(name -> name.charAt(fromFront ? at : name.length() - 1 - at))
            .distinct()
            .count()
        == 1;
  }

  /**
   * How the archives of all rows are named, such as {@code blas_lib_*.kpack}, where the name of
   * each has nothing but its architecture for itself and is the same in all manifests.
   *
   * @return null if they are not named so
   */
  static @Nullable String filePattern(ManifestMatrix matrix) {
    String pattern = null;
    for (Row row : matrix.rows()) {
      for (Cell cell : row.named() ? row.cells() : List.<Cell>of()) {
        int at = cell.file().indexOf(row.key());
        if (cell.file().isEmpty()) {
          continue;
        }
        String here =
            at < 0
                ? ""
                : cell.file().substring(0, at)
                    + ANY
                    + cell.file().substring(at + row.key().length());
        if (here.isEmpty() || (pattern != null && !pattern.equals(here))) {
          return null;
        }
        pattern = here;
      }
    }
    return pattern;
  }

  /**
   * Returns the value of a header field, and where it changed, e.g. {@code a → b (in build-03)}.
   */
  static String words(ManifestMatrix matrix, Header header) {
    StringBuilder words = new StringBuilder(value(header, 0));
    boolean pair = matrix.columns().size() == 2;
    for (int at = 1; at < header.values().size(); at++) {
      // Of many the summary says which is empty or damaged.
      boolean illegible = matrix.columns().get(at).extent() == Extent.NOTHING;
      boolean after = matrix.columns().get(at - 1).extent() == Extent.NOTHING;
      if (!pair && (illegible || (after && !header.changedIn(at)))) {
        continue;
      }
      if (header.changedIn(at) || header.known(at - 1) != header.known(at)) {
        String sign = header.changedIn(at) ? "  ≠  " : "  ·  ";
        words.append(pair ? sign : " → ").append(value(header, at));
        if (!pair) {
          words.append(" (in ").append(matrix.columns().get(at).name()).append(')');
        }
      }
    }
    return words.toString();
  }

  private static String value(Header header, int column) {
    return header.known(column)
        ? Objects.requireNonNullElse(header.values().get(column), "–")
        : ManifestWords.NOT_KNOWN;
  }
}
