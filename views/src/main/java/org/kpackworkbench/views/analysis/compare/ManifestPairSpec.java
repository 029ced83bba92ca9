package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Disk;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Step;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** Two manifests beside each other: a row an architecture, sizes as bars on one scale. */
final class ManifestPairSpec implements RowsSpec<Row> {
  private static final String QUIET = "manifest-quiet";
  private static final String CHANGED = "manifest-changed";
  private static final String WRONG = "manifest-wrong";

  /** Room for the longest word in bold with its sign, which sampled widths leave out. */
  private static final double CHANGE_EMS = 9;

  /** Room for a bar and the size or the word beside it. */
  private static final double BAR_EMS = 13.2;

  private static final double UNREAD_GROWTH_EMS = 16;

  private static final List<String> SIDES = List.of("Left", "Right");

  private volatile @Nullable ManifestMatrix matrix;
  private volatile long largest = 1;

  /** Shows these from now on; their rows follow. */
  void show(ManifestMatrix now) {
    matrix = now;
    largest = Math.max(1, now.largestBytes());
  }

  @Override
  public String id() {
    return "manifest-pair";
  }

  @Override
  public String title() {
    return "What two manifests state for each architecture";
  }

  @Override
  public String empty() {
    return "Neither manifest lists an archive.";
  }

  @Override
  public String prompt() {
    return "arch:gfx90a change:changed leftsize>1M";
  }

  @Override
  public String help() {
    return "Fields: arch, change, growth, and of each side file, kernels, sha256, size, ondisk,"
        + " such as leftfile, rightsize";
  }

  @Override
  public List<RowColumn<Row>> columns() {
    List<RowColumn<Row>> columns = new ArrayList<>();
    columns.add(
        RowColumn.<Row>face("Change", ManifestPairSpec::change, ManifestPairSpec::changeFace)
            .wishing(CHANGE_EMS)
            .named("manifest-change"));
    columns.add(
        RowColumn.<Row>text("Architecture", Row::key)
            .alsoNamed("arch", "name")
            .named("manifest-architecture"));
    columns.add(size(0));
    columns.add(
        RowColumn.<Row>face("Growth", row -> ManifestWords.growth(row, 0, 1), this::growth)
            .counted(row -> row.step(0, 1).deltaBytes())
            .drawn()
            .wishing(hasUnread() ? UNREAD_GROWTH_EMS : BAR_EMS)
            .named("manifest-growth"));
    columns.add(size(1));
    for (int side = 0; side < 2; side++) {
      addValue(columns, side, "kernels", Step.KERNELS, ManifestPairSpec::kernels);
    }
    addDisks(columns);
    for (int side = 0; side < 2; side++) {
      addValue(columns, side, "file", Step.FILE, Cell::file);
    }
    for (int side = 0; side < 2; side++) {
      addValue(columns, side, "SHA-256", Step.CHECKSUM, ManifestWords::digest);
    }
    return columns;
  }

  private boolean hasUnread() {
    ManifestMatrix now = matrix;
    return now != null
        && now.rows().stream().anyMatch(row -> row.cells().stream().anyMatch(Cell::unread));
  }

  private static RowColumn<Row> named(RowColumn<Row> column, int side, String name) {
    return column.named("manifest-%s-%d".formatted(name.toLowerCase(java.util.Locale.ROOT), side));
  }

  /**
   * A folder without archives, as git makes it, has nothing to be said of. What is the same on both
   * sides of all rows has one column, not two.
   */
  private void addDisks(List<RowColumn<Row>> columns) {
    ManifestMatrix now = matrix;
    boolean[] looked = new boolean[2];
    for (int side = 0; side < 2; side++) {
      looked[side] = now == null || now.columns().get(side).disk() == DiskLook.DONE;
    }
    boolean same =
        now != null
            && looked[0]
            && looked[1]
            && now.rows().stream().allMatch(ManifestPairSpec::isSameOnDisk);
    if (same) {
      columns.add(disk(0, "On disk").alsoNamed("leftondisk", "rightondisk"));
      return;
    }
    for (int side = 0; side < 2; side++) {
      if (looked[side]) {
        columns.add(disk(side, SIDES.get(side) + " on disk"));
      }
    }
  }

  private static boolean isSameOnDisk(Row row) {
    Disk left = row.cells().getFirst().disk();
    Disk right = row.cells().getLast().disk();
    return left.state() == right.state() && left.words().equals(right.words());
  }

  private static RowColumn<Row> disk(int side, String title) {
    return named(
        RowColumn.face(
            title,
            row -> row.cells().get(side).disk().state().words(),
            row -> disk(row.cells().get(side))),
        side,
        "disk");
  }

  private static Face disk(Cell cell) {
    String words = cell.disk().words();
    return Face.of(ManifestWords.disk(cell), words.isEmpty() ? cell.disk().state().words() : words)
        .styled(cell.disk().state().wrong() ? WRONG : QUIET);
  }

  private static String kernels(Cell cell) {
    return cell.kernels() < 0 ? "" : Long.toString(cell.kernels());
  }

  /** What no manifest states has no column, and what is the same in all rows has one, not two. */
  private void addValue(
      List<RowColumn<Row>> columns,
      int side,
      String name,
      String field,
      Function<Cell, String> text) {
    ManifestMatrix now = matrix;
    List<Row> rows = now == null ? List.of() : now.rows();
    boolean stated =
        rows.stream()
            .anyMatch(row -> row.cells().stream().anyMatch(cell -> !text.apply(cell).isEmpty()));
    boolean differs = rows.stream().anyMatch(row -> row.step(0, 1).fields().contains(field));
    if (!stated || (!differs && side == 1)) {
      return;
    }
    String title = differs ? SIDES.get(side) + " " + name : capital(name);
    RowColumn<Row> column =
        RowColumn.<Row>face(
            title,
            row -> text.apply(cell(row, side, differs)),
            row -> differs ? face(row, side, field, text) : same(row, field, text));
    columns.add(
        named(
            switch (field) {
              case Step.KERNELS -> column.counted(row -> cell(row, side, differs).kernels());
              case Step.FILE -> column.stretching();
              default -> column;
            },
            side,
            name));
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** What a side has; of a column for both, what the one has that has it. */
  private static Cell cell(Row row, int side, boolean own) {
    Cell left = row.cells().getFirst();
    return own ? row.cells().get(side) : left.file().isEmpty() ? row.cells().getLast() : left;
  }

  private static Face same(Row row, String field, Function<Cell, String> text) {
    Cell cell = cell(row, 0, false);
    return Face.of(
            text.apply(cell), field.equals(Step.CHECKSUM) ? checksum(cell) : text.apply(cell))
        .styled(QUIET);
  }

  /** The right side repeats nothing: what is the same there is a sign. */
  private static Face face(Row row, int side, String field, Function<Cell, String> text) {
    Step step = row.step(0, 1);
    String value = text.apply(row.cells().get(side));
    String all = field.equals(Step.CHECKSUM) ? checksum(row.cells().get(side)) : value;
    boolean same = step.change() == Change.SAME || step.change() == Change.CHANGED;
    if (same && !step.fields().contains(field)) {
      boolean repeated = side == 1 && !value.isEmpty() && !field.equals(Step.KERNELS);
      return Face.of(repeated ? "=" : value, repeated ? "the same: " + all : all).styled(QUIET);
    }
    if (value.isEmpty()) {
      return Face.of("", "");
    }
    return Face.of(same ? "≠ " + value : value, all).styled(CHANGED);
  }

  private static String checksum(Cell cell) {
    return cell.sha256() == null ? "" : cell.sha256().toString();
  }

  private RowColumn<Row> size(int side) {
    return named(
        RowColumn.<Row>face(
                SIDES.get(side) + " size",
                row -> ManifestWords.size(row, side),
                row -> sizeFace(row, side))
            .counted(row -> row.cells().get(side).shownBytes())
            .drawn()
            .wishing(BAR_EMS),
        side,
        "size");
  }

  private Face sizeFace(Row row, int side) {
    Cell cell = row.cells().get(side);
    Step step = row.step(0, 1);
    boolean changed =
        step.change() != Change.SAME
            && (step.fields().isEmpty() || step.fields().contains(Step.SIZE));
    long bytes = cell.stated() ? cell.shownBytes() : -1;
    Face face =
        Face.of(
                ManifestWords.size(row, side),
                bytes < 0
                    ? "no size is known"
                    : String.format(java.util.Locale.ROOT, "%d bytes", bytes))
            .styled(changed ? CHANGED : QUIET);
    return face.drawn(new CellDrawing.Bar(share(Math.max(0, bytes)), tint(row)));
  }

  private double share(long bytes) {
    return Math.clamp((double) bytes / largest, -1, 1);
  }

  private static Tint tint(Row row) {
    return new Tint(OwnerKind.DEVICE_CODE, row.named() ? row.key() : null, true);
  }

  private Face growth(Row row) {
    Step step = row.step(0, 1);
    String words = ManifestWords.growth(row, 0, 1);
    Face face =
        switch (step.change()) {
          case ADDED -> Face.of("+ new", "only in the right manifest").styled(CHANGED);
          case REMOVED -> Face.of("− gone", "only in the left manifest").styled(CHANGED);
          default ->
              !row.known(0, 1)
                  ? Face.of(
                          ManifestWords.sign(step) + " " + ManifestWords.NOT_KNOWN,
                          "a manifest could not be read to this row")
                      .styled(CHANGED)
                  : words.isEmpty()
                      ? Face.of("=", "the same size").styled(QUIET)
                      : Face.of(words, "%+d bytes".formatted(step.deltaBytes())).styled(CHANGED);
        };
    long from = Math.max(0, row.cells().getFirst().shownBytes());
    long to = Math.max(0, row.cells().getLast().shownBytes());
    long delta =
        switch (step.change()) {
          case ADDED -> to;
          case REMOVED -> -from;
          default -> step.deltaBytes();
        };
    return face.drawn(new CellDrawing.Growth(share(delta)));
  }

  private static String change(Row row) {
    Step step = row.step(0, 1);
    return switch (step.change()) {
      case ADDED -> "added";
      case REMOVED -> "removed";
      case SAME -> "same";
      case UNREADABLE -> row.known(0, 1) ? "unreadable" : ManifestWords.NOT_KNOWN;
      default -> "changed";
    };
  }

  private static Face changeFace(Row row) {
    Step step = row.step(0, 1);
    String sign = step.change() == Change.SAME ? "=" : ManifestWords.sign(step);
    return Face.of(sign + "  " + change(row), ManifestWords.change(row, 0, 1))
        .styled("bold-cell change-cell change-" + step.change().id());
  }

  @Override
  public @Nullable Place place(Row row) {
    return row.cells().stream().map(Cell::place).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
