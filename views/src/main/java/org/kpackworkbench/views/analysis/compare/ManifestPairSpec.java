package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Step;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.text.SharedCut;

/** Two manifests beside each other: a row an architecture, sizes as bars on one scale. */
final class ManifestPairSpec extends ManifestSpec {
  private static final String QUIET = "manifest-quiet";
  private static final String CHANGED = "manifest-changed";
  private static final String WRONG = "manifest-wrong";

  /** Room for a bar and the size or the word beside it. */
  private static final double BAR_EMS = 11.2;

  /** A name of a file is never narrower. */
  private static final int LEAST_FILE = 8;

  /** Two words of what disks hold have so much of the table before names of files have more. */
  private static final double DISK_SHARE = 0.2;

  private static final int SHOWN_DIGITS = 4;

  private static final List<String> SIDES = List.of("Left", "Right");

  @Override
  public TableWords words() {
    return TableWords.of(
            "manifest-pair",
            "What two manifests state for each architecture",
            "Neither manifest lists an archive.")
        .prompt("arch:gfx90a change:changed leftsize>1M")
        .help(
            "Fields: arch, change, growth, and of each side file, kernels, sha256, size, ondisk,"
                + " such as leftfile, rightsize");
  }

  @Override
  public List<RowColumn<Row>> columns() {
    List<RowColumn<Row>> columns = new ArrayList<>();
    columns.add(
        RowColumn.<Row>face("Architecture", Row::key, ManifestPairSpec::name)
            .named("manifest-architecture"));
    columns.add(
        RowColumn.<Row>face("Change", ManifestPairSpec::change, ManifestPairSpec::changeFace)
            .named("manifest-change")
            .hidden());
    columns.add(size(0));
    columns.add(
        RowColumn.<Row>face("Growth", row -> ManifestWords.growth(row, 0, 1), this::growth)
            .counted(row -> row.step(0, 1).deltaBytes())
            .drawn()
            .wishing(BAR_EMS)
            .named("manifest-growth"));
    columns.add(size(1));
    addBoth(columns, "Kernels", Step.KERNELS, ManifestPairSpec::kernels);
    addDisks(columns);
    addBoth(columns, "File", Step.FILE, Cell::file);
    addBoth(columns, "SHA-256", Step.CHECKSUM, ManifestPairSpec::checksum);
    return columns;
  }

  /** A filter knows each side by itself. */
  @Override
  public List<RowColumn<Row>> fields() {
    List<RowColumn<Row>> fields = new ArrayList<>();
    fields.add(RowColumn.text("Change", ManifestPairSpec::change));
    fields.add(RowColumn.<Row>text("Arch", Row::key).alsoNamed("architecture", "name"));
    fields.add(
        RowColumn.<Row>text("Growth", row -> ManifestWords.growth(row, 0, 1))
            .counted(row -> Math.abs(row.step(0, 1).deltaBytes())));
    for (int at = 0; at < SIDES.size(); at++) {
      int side = at;
      String name = SIDES.get(side);
      fields.add(RowColumn.text(name + "file", row -> row.cells().get(side).file()));
      fields.add(
          RowColumn.<Row>text(name + "kernels", row -> kernels(row.cells().get(side)))
              .counted(row -> row.cells().get(side).kernels()));
      fields.add(RowColumn.text(name + "sha256", row -> checksum(row.cells().get(side))));
      fields.add(
          RowColumn.<Row>text(name + "size", row -> ManifestWords.size(row, side))
              .counted(row -> row.cells().get(side).shownBytes()));
      fields.add(
          RowColumn.text(name + "ondisk", row -> row.cells().get(side).disk().state().words()));
    }
    return fields;
  }

  /** A folder without archives, as git makes it, has nothing to be said of. */
  private void addDisks(List<RowColumn<Row>> columns) {
    ManifestMatrix now = matrix();
    boolean left = now == null || now.columns().getFirst().disk() == DiskLook.DONE;
    boolean right = now == null || now.columns().getLast().disk() == DiskLook.DONE;
    if (left || right) {
      columns.add(
          RowColumn.<Row>face(
                  left && right ? "On disk" : left ? "Left on disk" : "Right on disk",
                  row -> disks(row, left, right).words(),
                  row -> disks(row, left, right))
              .keeping(DISK_SHARE)
              .named("manifest-disk"));
    }
  }

  /**
   * Returns the cell for both disks: what is the same is said once, and a right one beside a wrong
   * one is a sign.
   */
  private static Face disks(Row row, boolean left, boolean right) {
    Cell before = row.cells().getFirst();
    Cell after = row.cells().getLast();
    if (!left || !right || !hasDisk(before) || !hasDisk(after) || isSameOnDisk(before, after)) {
      return disk(left && (!right || hasDisk(before)) ? before : after);
    }
    boolean wrong = before.disk().state().wrong() || after.disk().state().wrong();
    boolean once = before.disk().state() == after.disk().state();
    return Face.of(
            once ? ManifestWords.disk(before) : disk(before, wrong) + " │ " + disk(after, wrong),
            "left: %s, right: %s".formatted(disk(before).words(), disk(after).words()))
        .styled(wrong ? WRONG : QUIET);
  }

  private static boolean hasDisk(Cell cell) {
    return !ManifestWords.disk(cell).isEmpty();
  }

  private static boolean isSameOnDisk(Cell left, Cell right) {
    return left.disk().state() == right.disk().state()
        && left.disk().words().equals(right.disk().words());
  }

  private static String disk(Cell cell, boolean brief) {
    return brief && !cell.disk().state().wrong()
        ? cell.disk().state().sign()
        : ManifestWords.disk(cell);
  }

  private static Face disk(Cell cell) {
    String words = cell.disk().words();
    return Face.of(ManifestWords.disk(cell), words.isEmpty() ? cell.disk().state().words() : words)
        .styled(cell.disk().state().wrong() ? WRONG : QUIET);
  }

  private static String kernels(Cell cell) {
    return cell.kernels() < 0 ? "" : Long.toString(cell.kernels());
  }

  /**
   * Adds a column for what both sides state, said once where it is the same; none for what no
   * manifest states.
   */
  private void addBoth(
      List<RowColumn<Row>> columns, String title, String field, Function<Cell, String> text) {
    ManifestMatrix now = matrix();
    boolean stated =
        now != null
            && now.rows().stream()
                .anyMatch(
                    row -> row.cells().stream().anyMatch(cell -> !text.apply(cell).isEmpty()));
    if (!stated) {
      return;
    }
    RowColumn<Row> column =
        RowColumn.<Row>face(
                title, row -> both(row, field, text).words(), row -> both(row, field, text))
            .named("manifest-" + title.toLowerCase(Locale.ROOT));
    columns.add(
        switch (field) {
          case Step.KERNELS -> column.counted(row -> either(row).kernels());
          case Step.FILE -> {
            RowColumn<Row> files = column.stretching().fitted(LEAST_FILE);
            yield now != null && ManifestModel.filePattern(now) != null ? files.hidden() : files;
          }
          default -> column;
        });
  }

  /** The side that has a row; the left one if both have. */
  private static Cell either(Row row) {
    Cell left = row.cells().getFirst();
    return left.file().isEmpty() ? row.cells().getLast() : left;
  }

  /** Returns what both sides state of a row; its words are the whole values. */
  private static Face both(Row row, String field, Function<Cell, String> text) {
    Step step = row.step(0, 1);
    boolean digest = field.equals(Step.CHECKSUM);
    if (step.change() == Change.CHANGED && step.fields().contains(field)) {
      String before = stated(text.apply(row.cells().getFirst()));
      String after = stated(text.apply(row.cells().getLast()));
      int digits = digest ? digits(before, after) : Integer.MAX_VALUE;
      String shown = first(before, digits) + SharedCut.ARROW + first(after, digits);
      return Face.of(shown, before + SharedCut.ARROW + after).styled(CHANGED);
    }
    Cell cell = either(row);
    String value = text.apply(cell);
    boolean both = step.change() == Change.SAME || step.change() == Change.CHANGED;
    boolean cut = digest && !value.isEmpty();
    return Face.of(cut ? first(value, 2 * SHOWN_DIGITS) : value, value)
        .styled(both || value.isEmpty() ? QUIET : CHANGED);
  }

  private static String stated(String value) {
    return value.isEmpty() ? "none" : value;
  }

  private static int digits(String before, String after) {
    int same = 0;
    while (same < Math.min(before.length(), after.length())
        && before.charAt(same) == after.charAt(same)) {
      same++;
    }
    return Math.max(SHOWN_DIGITS, same + 1);
  }

  private static String first(String value, int characters) {
    return value.length() <= characters ? value : value.substring(0, characters);
  }

  private static String checksum(Cell cell) {
    return cell.sha256() == null ? "" : cell.sha256().toString();
  }

  private RowColumn<Row> size(int side) {
    return RowColumn.<Row>face(
            SIDES.get(side) + " size",
            row -> ManifestWords.size(row, side),
            row -> sizeFace(row, side))
        .counted(row -> row.cells().get(side).shownBytes())
        .drawn()
        .wishing(BAR_EMS)
        .named("manifest-size-" + side);
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
                      : Face.of(
                              ManifestWords.deltaBytes(step),
                              "%+d bytes: %s".formatted(step.deltaBytes(), words))
                          .styled(CHANGED);
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

  private static String sign(Row row) {
    Step step = row.step(0, 1);
    return step.change() == Change.SAME ? "=" : ManifestWords.sign(step);
  }

  private static Face changeFace(Row row) {
    return signed(row, change(row));
  }

  /** An architecture with the sign of its change, whose word would take room from the figures. */
  private static Face name(Row row) {
    return signed(row, row.key());
  }

  private static Face signed(Row row, String text) {
    return Face.of(sign(row) + "  " + text, ManifestWords.change(row, 0, 1))
        .styled("bold-cell change-cell change-" + row.step(0, 1).change().id());
  }
}
