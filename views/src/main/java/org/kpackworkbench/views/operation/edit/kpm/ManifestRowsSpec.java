package org.kpackworkbench.views.operation.edit.kpm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow.Change;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.operation.edit.ChangeColumn;

/** The table in which a manifest's rows are edited. UI thread only. */
final class ManifestRowsSpec implements RowsSpec<ManifestRow> {
  private final Supplier<@Nullable ManifestShot> shot;
  private final List<RowColumn<ManifestRow>> columns;
  // A row keeps its number as long as it keeps its target.
  private final Map<String, Integer> ids = new HashMap<>();

  /**
   * A specification.
   *
   * @param shot what is shown; null while there is nothing
   * @param take is given a row, and what was typed into a field of it
   */
  ManifestRowsSpec(
      Supplier<@Nullable ManifestShot> shot,
      Function<RowField, BiConsumer<ManifestRow, String>> take) {
    this.shot = shot;
    this.columns =
        List.of(
            ChangeColumn.of(this::change).named("manifest-change").unsorted(),
            field(RowField.TARGET, Function.identity(), take),
            field(RowField.FILE, Function.identity(), take),
            field(RowField.SIZE, ManifestRowsSpec::size, take),
            field(RowField.KERNELS, ManifestRowsSpec::orUnknown, take),
            RowColumn.<ManifestRow>face("Remarks", this::remark, this::remarkFace)
                .named("manifest-remarks")
                .wishing(10)
                .unsorted(),
            field(RowField.SHA256, ManifestRowsSpec::orUnknown, take));
  }

  private static RowColumn<ManifestRow> field(
      RowField field,
      Function<String, String> shown,
      Function<RowField, BiConsumer<ManifestRow, String>> take) {
    Function<ManifestRow, String> text = row -> field.text(ManifestEdit.Row.of(row));
    RowColumn<ManifestRow> column =
        switch (field) {
          case TARGET, FILE -> RowColumn.text(field.title(), text);
          case SIZE, KERNELS -> RowColumn.figure(field.title(), text);
          case SHA256 -> RowColumn.mono(field.title(), text);
        };
    return column
        .named("manifest-" + field.id())
        .unsorted()
        .edited(new RowColumn.Edit<>(shown, take.apply(field), field.prompt()));
  }

  private static String size(String digits) {
    return digits.isEmpty() ? Columns.UNKNOWN : SizeText.of(Long.parseLong(digits));
  }

  private static String orUnknown(String text) {
    return text.isEmpty() ? Columns.UNKNOWN : text;
  }

  private Change change(ManifestRow row) {
    ManifestShot now = shot.get();
    return now == null ? Change.NONE : now.change(row);
  }

  private String remark(ManifestRow row) {
    ManifestShot now = shot.get();
    return now == null ? "" : now.remark(row);
  }

  private Face remarkFace(ManifestRow row) {
    String remark = remark(row);
    return Face.of(remark, remark).with(remark.isEmpty() ? null : KpackIcon.WARNING);
  }

  @Override
  public TableWords words() {
    return TableWords.of(
        "manifest-rows",
        "Rows as they will be saved",
        "The manifest lists no archives. Add… takes them from the disk, New Row… by hand.");
  }

  @Override
  public boolean edited() {
    return true;
  }

  @Override
  public List<RowColumn<ManifestRow>> columns() {
    return columns;
  }

  /** The rows of a manifest at one moment. */
  RowSource<ManifestRow> source(List<ManifestRow> rows) {
    int[] numbers =
        rows.stream()
            .mapToInt(row -> ids.computeIfAbsent(row.targetText(), target -> ids.size()))
            .toArray();
    return RowSource.of(rows, index -> numbers[index]);
  }
}
